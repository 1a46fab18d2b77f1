// Shares the picture of a result if the browser can. Sharing and the clipboard need HTTPS: at home, over plain HTTP,
// there are only the downloads and the link (copying.js).

const byId = (id) => document.getElementById(id);
const section = byId("sharing");
const status = byId("shared");
const share = byId("share");
const copyPicture = byId("copy-picture");

const say = (words) => { status.textContent = words; };

async function picture() {
  const reply = await fetch(section.dataset.picture);
  if (!reply.ok) throw new Error(reply.status);
  return reply.blob();
}

async function attempt(work) {
  say("");
  try {
    await work();
  } catch (error) {
    if (error.name !== "AbortError") say(section.dataset.failed); // closing the dialog isn't a failure
  }
}

const sample = new File([""], "result.png", { type: "image/png" });
share.hidden = !navigator.canShare?.({ files: [sample] });
share.addEventListener("click", () => attempt(async () => {
  const file = new File([await picture()], "result.png", { type: "image/png" });
  await navigator.share({ title: document.title, files: [file] });
}));

copyPicture.hidden = !(navigator.clipboard?.write && window.ClipboardItem);
copyPicture.addEventListener("click", () => attempt(async () => {
  // Pass the promise itself: Safari only allows writing during the tap.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]);
  say(section.dataset.copied);
}));
