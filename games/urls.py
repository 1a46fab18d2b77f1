"""The addresses of the game pages."""

from django.urls import path, register_converter

from games.views import film, home, host, mistakes, phone, play, result, rules, screen


class CodeConverter:
    """The four letters of a table, however they are typed."""

    regex = "[A-Za-z]{4}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("tables/", home.open_table, name="open"),
    path("join/", home.find_table, name="find"),
    path("result/<str:key>/", result.result, name="result"),
    path("result/<str:key>/record.json", result.record_file, name="record"),
    path("demo/<slug:slug>/", film.demo, name="demo"),
    path("demo/<slug:slug>/<int:frame>", film.demo_frame, name="demo-frame"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    # The screen
    path("t/<code:code>/screen", screen.screen, name="screen"),
    path("t/<code:code>/address", screen.pick_address, name="address"),
    path("t/<code:code>/live", screen.live, name="live"),
    # The phone
    path("t/<code:code>/", phone.join_page, name="join"),
    path("t/<code:code>/join", phone.join, name="take-seat"),
    path("t/<code:code>/seat/<str:secret>", phone.by_link, name="seat"),
    path("t/<code:code>/play", phone.play, name="play"),
    path("t/<code:code>/log", phone.whole_log, name="log"),
    path("t/<code:code>/table", phone.everybody, name="everybody"),
    path("t/<code:code>/seats/<int:seat>/", phone.seat_tools, name="seat-tools"),
    path("t/<code:code>/my-qr", phone.personal_qr, name="personal-qr"),
    path("t/<code:code>/routes", phone.routes, name="routes"),
    path("t/<code:code>/claim/<str:route>", phone.claim_sheet, name="claim-sheet"),
    path("t/<code:code>/mistake/<str:route>", mistakes.mistake, name="mistake"),
    path("t/<code:code>/tickets/draw", phone.ticket_sheet, name="ticket-sheet"),
    path("t/<code:code>/handed/<int:seat>", phone.handed_over, name="handed-over"),
    # Moves
    path("t/<code:code>/cards", play.draw_cards, name="draw-cards"),
    path("t/<code:code>/claim", play.claim, name="claim"),
    path("t/<code:code>/skip", play.skip_turn, name="skip"),
    path("t/<code:code>/tickets/ask", play.ask_for_tickets, name="ask-tickets"),
    path("t/<code:code>/tickets/keep", play.keep_tickets, name="keep-tickets"),
    path(
        "t/<code:code>/tickets/correct/<int:number>", play.correct_tickets, name="correct-tickets"
    ),
    path("t/<code:code>/tickets/count", play.count_tickets, name="count-tickets"),
    path("t/<code:code>/undo", play.undo, name="undo"),
    path("t/<code:code>/correct/<int:number>", play.correct, name="correct"),
    path("t/<code:code>/end", play.end_game, name="end-game"),
    path("t/<code:code>/reveal/step", play.reveal_step, name="reveal-step"),
    path("t/<code:code>/reveal/<int:number>", play.reveal_tickets, name="reveal-tickets"),
    path("t/<code:code>/reveal/settle", play.settle_ticket, name="settle-ticket"),
    # Hosts
    path("t/<code:code>/start", host.start, name="start"),
    path("t/<code:code>/seats/add", host.add_seat, name="add-seat"),
    path("t/<code:code>/seats/<int:seat>/move", host.move_seat, name="move-seat"),
    path("t/<code:code>/seats/<int:seat>/remove", host.remove_seat, name="remove-seat"),
    path("t/<code:code>/seats/<int:seat>/first", host.name_first, name="first-seat"),
    path("t/<code:code>/seats/<int:seat>/host", host.make_host, name="make-host"),
    path("t/<code:code>/seats/<int:seat>/reissue", host.reissue, name="reissue"),
    path("t/<code:code>/lock", host.lock, name="lock"),
    path("t/<code:code>/passengers", host.place_passengers, name="place-passengers"),
    path("t/<code:code>/host/ask", host.ask_to_host, name="ask-host"),
    path("t/<code:code>/host/object", host.object_to_host, name="object-host"),
    path("t/<code:code>/host/settle", host.settle_host, name="settle-host"),
    path("t/<code:code>/close", host.close, name="close"),
    path("t/<code:code>/rematch", host.rematch, name="rematch"),
    path("t/<code:code>/follow", host.follow, name="follow"),
]
