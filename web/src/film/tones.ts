// tones.ts - what each kind of moment sounds like: short tones and noise, made in code.
import type { BeatKind } from "./beats";

interface Tone {
  wave: OscillatorType | "noise";
  from: number; // Hz
  to: number;
  seconds: number;
  loud: number;
}

const TONES: Partial<Record<BeatKind, Tone[]>> = {
  reveal: [{ wave: "noise", from: 2600, to: 1200, seconds: 0.06, loud: 0.25 }],
  drive: [{ wave: "triangle", from: 90, to: 130, seconds: 0.18, loud: 0.3 }],
  turn: [{ wave: "square", from: 210, to: 260, seconds: 0.1, loud: 0.08 }],
  blocked: [{ wave: "sine", from: 120, to: 60, seconds: 0.12, loud: 0.5 }],
  express: [{ wave: "sawtooth", from: 70, to: 84, seconds: 0.22, loud: 0.12 }],
  belts: [{ wave: "sawtooth", from: 58, to: 66, seconds: 0.22, loud: 0.12 }],
  pushers: [{ wave: "noise", from: 900, to: 300, seconds: 0.16, loud: 0.3 }],
  gears: [
    { wave: "square", from: 300, to: 280, seconds: 0.04, loud: 0.1 },
    { wave: "square", from: 340, to: 320, seconds: 0.04, loud: 0.1 },
  ],
  lasers: [{ wave: "sawtooth", from: 1400, to: 260, seconds: 0.2, loud: 0.14 }],
  weapons: [{ wave: "sawtooth", from: 1100, to: 180, seconds: 0.22, loud: 0.16 }],
  fall: [{ wave: "sine", from: 520, to: 70, seconds: 0.4, loud: 0.35 }],
  touch: [
    { wave: "sine", from: 880, to: 880, seconds: 0.1, loud: 0.25 },
    { wave: "sine", from: 1320, to: 1320, seconds: 0.18, loud: 0.2 },
  ],
  register: [{ wave: "square", from: 1500, to: 1500, seconds: 0.015, loud: 0.08 }],
};

let noise: AudioBuffer | null = null;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const data = noise.getChannelData(0);
    // Not chance that matters: a fixed pattern sounds the same every time.
    let word = 12345;
    for (let i = 0; i < data.length; i++) {
      word = (word * 1103515245 + 12345) & 0x7fffffff;
      data[i] = word / 0x3fffffff - 1;
    }
  }
  return noise;
}

function playTone(audio: AudioContext, tone: Tone, at: number, volume: number): void {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(Math.max(0.0001, tone.loud * volume), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + tone.seconds);
  gain.connect(audio.destination);
  if (tone.wave === "noise") {
    const source = audio.createBufferSource();
    source.buffer = noiseOf(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(tone.from, at);
    filter.frequency.exponentialRampToValueAtTime(tone.to, at + tone.seconds);
    source.connect(filter).connect(gain);
    source.start(at);
    source.stop(at + tone.seconds);
    return;
  }
  const source = audio.createOscillator();
  source.type = tone.wave;
  source.frequency.setValueAtTime(tone.from, at);
  source.frequency.exponentialRampToValueAtTime(tone.to, at + tone.seconds);
  source.connect(gain);
  source.start(at);
  source.stop(at + tone.seconds);
}

export function play(audio: AudioContext, kind: BeatKind, volume: number): void {
  let at = audio.currentTime;
  for (const tone of TONES[kind] ?? []) {
    playTone(audio, tone, at, volume);
    at += tone.seconds * 0.8;
  }
}
