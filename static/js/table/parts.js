// Swaps pushed parts into the page: each element replaces the one with its id, and nodes that are alike stay.
//
// htmx would do the same for a reply, but it parses a document, fires a dozen events and searches everything again for
// its attributes with every push, which takes longer than the change itself.

// Forms without htmx, too: the one that was there may have had it, and its element stays.
const ASKING = "form, [hx-get], [hx-post]";
const FIELDS = "input, select, textarea";

const holds = (element, selector) => element.matches(selector) || element.querySelector(selector) !== null;

// Equal nodes needn't be looked through, unless they hold fields: what's typed or ticked isn't in their attributes.
const mayDiffer = (shown, sent) => !shown.isEqualNode(sent) || (shown instanceof Element && holds(shown, FIELDS));

export function swapIn(html) {
  const sent = document.createElement("template");
  sent.innerHTML = html;
  for (const part of [...sent.content.children]) {
    const shown = document.getElementById(part.id);
    if (!shown) continue;
    part.removeAttribute("hx-swap-oob"); // for htmx
    const asks = holds(part, ASKING);
    window.Idiomorph.morph(shown, part, { callbacks: { beforeNodeMorphed: mayDiffer } });
    if (asks) window.htmx.process(document.getElementById(part.id));
  }
}
