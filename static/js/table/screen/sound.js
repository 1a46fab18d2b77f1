// Sound: off unless switched on.

let audio = null;
let lastClack = 0;

export function clack() {
  if (!audio || performance.now() - lastClack < 25) return;
  lastClack = performance.now();
  const length = Math.floor(audio.sampleRate * 0.018);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(new GainNode(audio, { gain: 0.12 })).connect(audio.destination);
  source.start();
}

export function fanfare() {
  play([[523, 0], [659, 0.16], [784, 0.32], [1047, 0.48], [784, 0.74], [1047, 0.9]]);
}

export function chime() {
  play([[784, 0], [1047, 0.18]]);
}

function play(notes) {
  if (!audio) return;
  for (const [pitch, at] of notes) {
    const start = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const loud = new GainNode(audio, { gain: 0 });
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(0.18, start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  }
}

const sound = document.getElementById("sound");
if (sound && window.AudioContext) {
  sound.hidden = false;
  sound.addEventListener("click", () => {
    audio = audio ? (audio.close(), null) : new AudioContext();
    sound.setAttribute("aria-pressed", String(Boolean(audio)));
  });
  // A lock or a call stops it on tablets; some need another tap before it can go on.
  const goOn = () => {
    if (audio && audio.state !== "running" && document.visibilityState === "visible") audio.resume().catch(() => {});
  };
  document.addEventListener("visibilitychange", goOn);
  document.addEventListener("pointerup", goOn);
}
