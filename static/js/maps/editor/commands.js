// Every command of the drawing board, by the name that buttons and keys use.

import { verifiedNext } from "./comparing.js";
import * as sheets from "./sheet.js";

const LIST = { place: "places", route: "routes", ticket: "tickets" };
const byId = (id) => document.getElementById(id);

export const COMMANDS = {
  undo: (desk) => {
    if (!desk.history.canUndo) return;
    desk.history.undo();
    desk.moved(desk.words.undone);
  },
  redo: (desk) => {
    if (!desk.history.canRedo) return;
    desk.history.redo();
    desk.moved(desk.words.redone);
  },
  save: (desk) => desk.saving.save(),
  check: (desk) => {
    desk.lists.open("problems");
    desk.check();
  },
  publish: (desk) => desk.saving.publish(),
  preview: (desk) => desk.preview(),
  export: (desk) => desk.saving.download(),
  commands: () => byId("commands").showModal(),
  "tool-select": (desk) => {
    if (desk.tool === "select" && !desk.from) {
      desk.selected = null;
      desk.group.clear();
    }
    desk.pick("select");
  },
  "tool-many": (desk) => desk.pick(desk.tool === "many" ? "select" : "many"),
  "select-all": (desk) => desk.group.all(),
  copy: (desk) => desk.group.copy(),
  paste: (desk) => desk.group.paste(),
  "paste-table": (desk) => desk.pasting.open(),
  "kept-take": (desk) => desk.kept_copy.take(),
  "kept-away": (desk) => desk.kept_copy.away(),
  comparing: (desk) => {
    desk.comparing = !desk.comparing;
    desk.side.scrollTop = 0;
    desk.redraw();
  },
  "verified-next": (desk) => verifiedNext(desk),
  "verify-many": (desk) => desk.group.verify(true),
  "unverify-many": (desk) => desk.group.verify(false),
  "tool-place": (desk) => desk.pick("place"),
  "tool-route": (desk, byKey) => desk.pick("route", byKey),
  "tool-ticket": (desk, byKey) => desk.pick("ticket", byKey),
  "tool-picture": (desk) => desk.pick(desk.tool === "picture" ? "select" : "picture"),
  picture: (desk) => {
    desk.picture.panel(byId("tracing").hidden);
    if (byId("tracing").hidden && desk.tool === "picture") desk.pick("select");
  },
  "picture-away": (desk) => {
    desk.picture.away();
    desk.pick("select");
  },
  "picture-canvas": (desk) => {
    const canvas = desk.picture.shape();
    if (!canvas) return;
    desk.edit({ ...desk.sheet, canvas });
    desk.canvas.fit();
  },
  "zoom-in": (desk) => desk.canvas.zoom(0.8),
  "zoom-out": (desk) => desk.canvas.zoom(1.25),
  "zoom-fit": (desk) => desk.canvas.fit(),
  rename: (desk) => desk.item_panel.focus(),
  double: (desk) => desk.double(),
  tunnel: (desk) => {
    if (desk.selected?.kind === "route") desk.setTunnel(!desk.item().tunnel);
  },
  straighten: (desk) => {
    const route = desk.selected?.kind === "route" && desk.item();
    if (route?.via) desk.edit(sheets.bendRoute(desk.sheet, route, undefined));
  },
  "free-end": (desk) => desk.edit(sheets.endRoute(desk.sheet, desk.item(), undefined)),
  value: (desk) => {
    const ticket = desk.item();
    const way = sheets.shortest(desk.sheet, ticket.a, ticket.b);
    const index = desk.sheet.tickets.indexOf(ticket);
    if (way) desk.edit(sheets.put(desk.sheet, ["tickets", index, "points"], way.spaces));
  },
  verify: (desk) => {
    if (desk.group.size) {
      desk.group.verify();
      return;
    }
    const list = LIST[desk.selected?.kind];
    if (list) desk.edit(sheets.toggleVerified(desk.sheet, list, desk.sheet[list].indexOf(desk.item())));
  },
  delete: (desk) => desk.remove(),
  area: () => {
    const areas = [".bar", ".toolbox", "#canvas", ".item", ".panel-tabs"].map((name) => document.querySelector(name));
    const index = areas.findIndex((area) => area.contains(document.activeElement));
    for (let step = 1; step <= areas.length; step += 1) {
      const area = areas[(index + step) % areas.length];
      const target = [...area.querySelectorAll("a, button, input, select, [tabindex='0']")].find(
        (one) => !one.closest("[hidden]") && one.getClientRects().length,
      );
      if (target) {
        target.focus();
        return;
      }
    }
  },
};
