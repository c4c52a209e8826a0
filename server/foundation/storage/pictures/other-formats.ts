// What people send instead of pictures that browsers display: ISO 14496-12 names the brand in bytes 8 to 12. After it
// and a version, it lists compatible brands: the main brand of an AVIF may be mif1 or msf1, which all HEIF pictures share.
const pictures: [string, RegExp][] = [
  ['AVIF', /^.{4}ftyp(?:avi[fs]|m[is]f1.{4}(?:.{4})*?avi[fs])/s],
  ['HEIC', /^.{4}ftyp(?:hei|hev|mif1|msf1)/s],
  ['GIF', /^GIF8/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['PDF', /^%PDF/],
  ['BMP', /^BM/],
]

const videos: [string, RegExp][] = [
  ['MP4', /^.{4}ftyp(?:isom|iso[2-9]|mp4|avc1|M4V|3g[p2]|MSNV|dash|f4v)/s],
  ['MOV', /^.{4}(?:ftypqt|moov|mdat|wide)/s],
  ['WebM', /^.E\xdf\xa3/s], // and Matroska: the bytes 1A 45 DF A3
  ['Ogg', /^OggS/],
  ['AVI', /^RIFF.{4}AVI/s],
]

/** The format of a file that is not JPEG, PNG or WebP, by its first 64 bytes; undefined if it is not a known one. */
export function otherFormat(start: Buffer): string | undefined {
  return formatIn([...pictures, ...videos], start)
}

/** Whether bytes begin as a video does. */
export function beginsAsVideo(start: Buffer): boolean {
  return formatIn(videos, start) !== undefined
}

/** Whether an address names a video. Imports bring some among the pictures; no page can display them as such. */
export function isVideo(address: string): boolean {
  return /\.(mp4|m4v|mov|webm|ogv|avi|mkv|3gp|m3u8|mpe?g|wmv|flv)$/i.test(URL.parse(address)?.pathname ?? '')
}

/** How many bytes of a file say its format. */
export const startLength = 64

function formatIn(formats: [string, RegExp][], start: Buffer): string | undefined {
  return formats.find(([, signature]) => signature.test(start.toString('latin1', 0, startLength)))?.[0]
}
