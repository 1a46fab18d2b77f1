"""The addresses of the game pages."""

from django.urls import include, path, register_converter

from games.views import (
    empty_board,
    event_stream,
    history,
    home,
    host,
    joining,
    keeping,
    leaderboard,
    learning,
    mistakes,
    moves,
    paper,
    phone,
    phoneless,
    player_statistics,
    players,
    records,
    replay,
    result,
    rules,
    screen,
    series,
    setting_up,
    share,
    stations,
    statistics,
    years,
)


class CodeConverter:
    """The four letters of a table, however they are typed."""

    regex = "[A-Za-z]{4}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


class PictureConverter:
    """How a picture is drawn."""

    regex = "svg|png"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
register_converter(PictureConverter, "kind")

at_a_table = [
    # Moves
    path("cards", moves.draw_cards, name="draw-cards"),
    path("claim", moves.claim, name="claim"),
    path("station", moves.build_station, name="build-station"),
    path("skip", moves.skip_turn, name="skip"),
    path("last-turns", moves.finish_last_round, name="last-turns"),
    path("tickets/ask", moves.ask_for_tickets, name="ask-tickets"),
    path("tickets/keep", moves.keep_tickets, name="keep-tickets"),
    path("tickets/correct/<int:number>", paper.correct_tickets, name="correct-tickets"),
    path("tickets/mend/<int:number>", paper.mend_sheet, name="mend-sheet"),
    path("paper/<int:number>", paper.hand_sheet, name="hand-sheet"),
    path("paper/<int:number>/check", paper.check_paper, name="check-paper"),
    path("paper/<int:number>/agree", paper.agree_on_tickets, name="agree-tickets"),
    path("paper/<int:number>/mend", paper.mend_tickets, name="mend-tickets"),
    path("tickets/count", moves.count_tickets, name="count-tickets"),
    path("undo", moves.undo, name="undo"),
    path("correct/<int:number>", moves.correct, name="correct"),
    path("end", moves.end_game, name="end-game"),
    path("reveal/step", moves.reveal_step, name="reveal-step"),
    path("reveal/pace", moves.reveal_pace, name="reveal-pace"),
    path("reveal/<int:number>", moves.reveal_tickets, name="reveal-tickets"),
    path("reveal/settle", moves.settle_ticket, name="settle-ticket"),
    # The screen
    path("screen", screen.screen, name="screen"),
    path("address", screen.pick_address, name="address"),
    path("live", screen.live, name="live"),
    # The phone
    path("", joining.join_page, name="join"),
    path("join", joining.join, name="take-seat"),
    path("seat/<str:secret>", joining.by_link, name="seat"),
    path("play", phone.play, name="play"),
    path("log", phone.full_log, name="log"),
    path("table", phone.everybody, name="everybody"),
    path("seats/<int:seat>/", phone.seat_tools, name="seat-tools"),
    path("my-qr", phone.personal_qr, name="personal-qr"),
    path("routes", phone.routes, name="routes"),
    path("claim/<str:route>", phone.claim_sheet, name="claim-sheet"),
    path("stations", stations.station_sheet, name="station-sheet"),
    path("mistake/<str:route>", mistakes.mistake, name="mistake"),
    path("printed", learning.printed, name="printed"),
    path("compare", learning.compare, name="compare"),
    path("board/strike", learning.strike, name="strike"),
    path("board/rename", learning.rename, name="rename-place"),
    path("board/move", learning.move_place, name="move-place"),
    path("board/confirm", learning.confirm, name="confirm-item"),
    path("board/allow", learning.allow, name="allow-learning"),
    path("board/adopt", learning.adopt, name="adopt-version"),
    path("tickets/draw", phone.ticket_sheet, name="ticket-sheet"),
    path("handed/<int:seat>", phoneless.handed_over, name="handed-over"),
    # Hosts
    path("start", host.start, name="start"),
    path("seats/add", host.add_seat, name="add-seat"),
    path("seats/<int:seat>/move", host.move_seat, name="move-seat"),
    path("seats/<int:seat>/remove", host.remove_seat, name="remove-seat"),
    path("seats/<int:seat>/first", host.name_first, name="first-seat"),
    path("seats/<int:seat>/host", host.make_host, name="make-host"),
    path("seats/<int:seat>/reissue", host.reissue, name="reissue"),
    path("lock", host.lock, name="lock"),
    path("setup", host.set_up, name="set-up"),
    path("setup/sheet", setting_up.setup_sheet, name="setup-sheet"),
    path("setup/share", setting_up.setup_share, name="setup-share"),
    path("setup/piece", setting_up.place_piece, name="place-piece"),
    path("options", host.change_options, name="change-options"),
    path("host/ask", host.ask_to_host, name="ask-host"),
    path("host/agree", host.agree_to_host, name="agree-host"),
    path("host/object", host.object_to_host, name="object-host"),
    path("host/settle", host.settle_host, name="settle-host"),
    path("events", event_stream.events, name="events"),
    path("events/make", event_stream.make_token, name="make-events"),
    path("events/revoke", event_stream.revoke_token, name="revoke-events"),
    path("close", host.close, name="close"),
    path("rematch", host.rematch, name="rematch"),
    path("follow", host.follow, name="follow"),
]

urlpatterns = [
    # First: most requests are for these, and every other pattern is one more to try.
    path("t/<code:code>/", include(at_a_table)),
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("tables/", home.open_table, name="open"),
    path("tables/empty-board", empty_board.empty_board, name="empty-board"),
    path("join/", home.find_table, name="find"),
    path("result/<str:key>/", result.result, name="result"),
    path("result/<str:key>/rematch", result.rematch_of, name="rematch-of"),
    path("result/<str:key>/record.json", result.record_file, name="record"),
    path("result/<str:key>/picture.svg", share.picture_svg, name="picture-svg"),
    path("result/<str:key>/picture.png", share.picture_png, name="picture-png"),
    path("result/<str:key>/keep", keeping.keep, name="keep-sheet"),
    path("result/<str:key>/findings.json", keeping.findings_file, name="findings"),
    path("result/<str:key>/series", series.series_page, name="series"),
    path("result/<str:key>/replay", replay.replay, name="replay"),
    path("result/<str:key>/replay/frame", replay.replay_frame, name="replay-frame"),
    path("demo/<slug:slug>/", replay.demo, name="demo"),
    path("demo/<slug:slug>/frame", replay.demo_frame, name="demo-frame"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("statistics/", statistics.installation, name="statistics"),
    path("statistics/leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("statistics/<int:year>.<kind:kind>", years.of_house, name="house-year"),
    path("statistics/maps/<slug:slug>/", statistics.of_map, name="map-statistics"),
    path("statistics/players/<int:pk>/", player_statistics.player, name="player"),
    path("statistics/players/<int:pk>/against/", player_statistics.head_to_head, name="duel"),
    path("statistics/players/<int:pk>/<int:year>.<kind:kind>", years.of_player, name="year"),
    # Looking back
    path("history/", history.finished, name="history"),
    path("history/records.zip", records.records, name="records"),
    path("history/scores.csv", records.scores, name="scores-csv"),
    path("history/import/", records.import_page, name="import"),
    path("history/import/<str:key>/", records.import_progress, name="import-progress"),
    path("history/import/<str:key>/back", records.take_back, name="import-back"),
    path("result/<str:key>/delete", history.delete_game, name="delete-game"),
    path("history/people/", players.everybody, name="people"),
    path("history/people/merge", players.merge, name="merge"),
    path("history/people/<int:pk>/", players.person, name="person"),
    path("history/people/<int:pk>/unmerge", players.unmerge, name="unmerge"),
    path("history/people/<int:pk>/rename", players.rename, name="rename"),
    path("history/people/<int:pk>/anonymise", players.anonymise, name="anonymise"),
    path("history/people/<int:pk>/erase", players.erase, name="erase"),
]
