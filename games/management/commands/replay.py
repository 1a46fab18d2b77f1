"""Play a game record and print its score sheet (docs/record.md)."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from companion.server.logs import escaped
from games.management.files import load
from games.management.score_sheet import score_sheet
from games.maps import empty_boards, library
from games.rules import record
from games.rules.board import Board
from games.rules.reading import Malformed
from games.rules.violations import Code

LEGAL, ILLEGAL, MALFORMED = 0, 1, 2


class Command(BaseCommand):
    help = "Replays game records and prints their score sheets. “-” reads standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object per file")

    def handle(self, *args: object, **options: object) -> None:
        files = options["files"]
        assert isinstance(files, list)
        self.boards: dict[str, Board | None] = {}
        worst = LEGAL
        for file in files:
            worst = max(worst, self.replay(file, as_json=bool(options["json"])))
        if worst:
            sys.exit(worst)

    def replay(self, file: str, *, as_json: bool) -> int:
        try:
            data = load(file)
            read_record = record.read(data)
            board = empty_boards.carried_in(data, read_record.map) or self.board(read_record.map)
            if board is None:
                sentence = f"There is no map sheet “{read_record.map}”."
                return self.refuse(file, as_json, ILLEGAL, Code.UNKNOWN_MAP, sentence)
            game = record.replay(read_record, board)
        except Malformed as malformed:
            return self.refuse(
                file,
                as_json,
                MALFORMED,
                Code.MALFORMED,
                malformed.message,
                where=malformed.where or None,
            )
        except record.IllegalMove as illegal:
            return self.refuse(
                file,
                as_json,
                ILLEGAL,
                illegal.violation.code,
                illegal.violation.message,
                move=illegal.move,
                player=illegal.player,
            )
        if as_json:
            self.stdout.write(json.dumps(record.summary(game.state), ensure_ascii=False))
        else:
            self.stdout.write(score_sheet(game.state))
        return LEGAL

    def board(self, slug: str) -> Board | None:
        if slug not in self.boards:
            self.boards[slug] = library.in_force(slug)
        return self.boards[slug]

    def refuse(
        self,
        file: str,
        as_json: bool,
        status: int,
        code: str,
        message: str,
        *,
        move: int | None = None,
        player: str | None = None,
        where: str | None = None,
    ) -> int:
        if as_json:
            error: dict[str, Any] = {
                "move": move,
                "player": player,
                "code": str(code),
                "message": message,
            }
            if where is not None:
                error["where"] = where
            self.stdout.write(json.dumps({"error": error}, ensure_ascii=False))
        else:
            place = "" if move is None else f"move {move}: "
            self.stderr.write(escaped(f"{file}: {place}{message}"))
        return status
