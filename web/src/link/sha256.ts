// sha256.ts - SHA-256 (FIPS 180-4).  The browser's own is there only in secure contexts, and a page
// in the local network is none.

/** The first bits of the fractional parts of roots of the primes, computed as the standard says. */
function constants(): { start: number[]; steps: number[] } {
  const start: number[] = [];
  const steps: number[] = [];
  const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
  for (let n = 2; steps.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (start.length < 8) start.push(fraction(Math.sqrt(n)));
    steps.push(fraction(Math.cbrt(n)));
  }
  return { start, steps };
}

const { start: START, steps: STEPS } = constants();
const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The message, a one bit, zeros, and its length in bits. */
function padded(bytes: Uint8Array): DataView {
  const room = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  room.set(bytes);
  room[bytes.length] = 0x80;
  const view = new DataView(room.buffer);
  view.setUint32(room.length - 4, bytes.length * 8);
  return view;
}

function block(view: DataView, at: number, h: number[]): number[] {
  const w: number[] = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      w.push(view.getInt32(at + 4 * i));
      continue;
    }
    const a = w[i - 15] ?? 0, b = w[i - 2] ?? 0;
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w.push(((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0);
  }
  let [a, b, c, d, e, f, g, k] = h as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (k + s1 + ((e & f) ^ (~e & g)) + (STEPS[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, k].map((x, i) => (x + (h[i] ?? 0)) | 0);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  let h = START;
  for (let at = 0; at < view.byteLength; at += 64) h = block(view, at, h);
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}
