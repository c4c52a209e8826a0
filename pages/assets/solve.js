/**
 * A worker that solves an altcha challenge (algorithm SHA-256, cost 1): it finds the counter for which the hash of
 * salt, nonce and counter starts with the prefix. It has its own SHA-256, because crypto.subtle is missing on http://
 * pages and needs a promise for each of 100,000 hashes.
 */
self.onmessage = ({ data: challenge }) => {
  const { salt, nonce, keyPrefix } = challenge.parameters
  const prefix = bytesOf(keyPrefix)
  const message = new Uint8Array(64) // one block: salt, nonce and counter are 36 bytes
  const start = bytesOf(salt + nonce)
  message.set(start)
  const view = new DataView(message.buffer)
  const at = start.length
  message[at + 4] = 0x80
  view.setUint32(60, (at + 4) * 8)
  const began = performance.now()
  for (let counter = 0; counter < 0xffffffff; counter++) {
    view.setUint32(at, counter)
    const key = hashBlock(view)
    if (startsWith(key, prefix)) {
      const solution = { counter, derivedKey: hexOf(key), time: Math.round(performance.now() - began) }
      return self.postMessage({ challenge, solution })
    }
  }
}

const words = new Int32Array(64)
const state = new Int32Array(8)

/** SHA-256 of one padded block. */
function hashBlock(view) {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(t * 4)
  for (let t = 16; t < 64; t++) {
    const a = words[t - 15]
    const b = words[t - 2]
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    words[t] = (words[t - 16] + s0 + words[t - 7] + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = initial
  for (let t = 0; t < 64; t++) {
    const S1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + S1 + ((e & f) ^ (~e & g)) + constants[t] + words[t]) | 0
    const S0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (S0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const after = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = initial[i] + after[i]
  return state
}

function startsWith(key, prefix) {
  for (let i = 0; i < prefix.length; i++) {
    if (((key[i >> 2] >>> (24 - (i & 3) * 8)) & 255) !== prefix[i]) return false
  }
  return true
}

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

function hexOf(key) {
  return Array.from(key, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

// The first 32 bits of the fractional parts of the square roots of the first 8 primes, and of the cube roots
// of the first 64 (FIPS 180-4, 4.2.2 and 5.3.3).
const primes = []
for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
const fraction = number => ((number % 1) * 0x100000000) | 0
const initial = Int32Array.from(primes.slice(0, 8), prime => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes, prime => fraction(Math.cbrt(prime)))
