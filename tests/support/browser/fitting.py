"""Finds whatever doesn't fit on a page: words that are cut off, pages wider than their screen, and
lines that begin with a dot from the line above."""

from playwright.sync_api import Page

TOO_WIDE = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) {
    found.push(`the page is ${root.scrollWidth} wide on ${root.clientWidth}`);
  }
  const name = (element) => element.tagName.toLowerCase()
    + (element.id ? `#${element.id}` : "")
    + [...element.classList].map((each) => `.${each}`).join("");
  const words = (element) => [...element.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const unseen = ".sr-only, .visually-hidden, [hidden], svg, dialog:not([open])";
  for (const element of document.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (!words(element) || element.closest(unseen) || box.width < 4 || box.height < 4) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const text = element.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
    const cuts = (way) => way !== "visible" && way !== "auto" && way !== "scroll";
    if (cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1) {
      found.push(`${name(element)} cuts “${text}”`);
    } else if (cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 3) {
      found.push(`${name(element)} cuts the foot of “${text}”`);
    } else if (style.overflowX === "visible" && style.display !== "inline"
        && element.scrollWidth > element.clientWidth + 2) {
      found.push(`${name(element)} is too narrow for “${text}”`);
    }
  }
  const block = (node) => {
    let element = node.parentElement;
    while (element && getComputedStyle(element).display.startsWith("inline")) {
      element = element.parentElement;
    }
    return element;
  };
  const where = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let last = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const letter of node.data.matchAll(/\\S/g)) {
      if (letter[0] === "·" && last && block(last.node) === block(node)) {
        const [dot, before] = [where(node, letter.index), where(last.node, last.at)];
        if (before.height && before.bottom <= dot.top + 2) {
          found.push(`a line begins with “${node.data.slice(letter.index).trim().slice(0, 30)}”`);
        }
      }
      last = { node, at: letter.index };
    }
  }
  const brush = document.createElement("canvas").getContext("2d");
  for (const field of document.body.querySelectorAll("input[placeholder]")) {
    if (field.closest(unseen) || !field.checkVisibility()) continue;
    const style = getComputedStyle(field);
    brush.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (brush.measureText(field.placeholder).width > room) {
      found.push(`${name(field)} cuts “${field.placeholder}”`);
    }
  }
  for (const field of document.body.querySelectorAll("select")) {
    const chosen = field.selectedOptions[0];
    if (!chosen || field.closest(unseen) || !field.checkVisibility()) continue;
    const style = getComputedStyle(field);
    brush.font = style.font;
    const arrow = style.appearance === "none" ? 0 : 16;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (brush.measureText(chosen.label).width > room - arrow) {
      found.push(`${name(field)} cuts “${chosen.label}”`);
    }
  }
  return [...new Set(found)];
}"""


def too_tight(page: Page) -> list[str]:
    """A line for everything that people can't read."""
    return page.evaluate(TOO_WIDE)
