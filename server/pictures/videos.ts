/** Whether an address names a video. Imports bring some among the pictures; no page can display them as such. */
export function isVideo(address: string): boolean {
  return /\.(mp4|m4v|mov|webm|ogv|avi|mkv|3gp|m3u8|mpe?g|wmv|flv)$/i.test(URL.parse(address)?.pathname ?? '')
}

/** Whether bytes begin as a video does: MP4 and QuickTime, WebM and Matroska, Ogg, AVI. */
export function beginsAsVideo(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  // HEIC and AVIF pictures are boxes of the same kind, with brands of their own.
  if (text(4, 8) === 'ftyp') return !/^(heic|heix|hei[ms]|hev[cmsx]|mif1|msf1|avif|avis)/.test(text(8, 12))
  if (text(0, 4) === 'RIFF') return text(8, 11) === 'AVI'
  return text(0, 4) === 'OggS' || bytes.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
}
