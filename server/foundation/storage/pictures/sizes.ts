import { open as openFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { once } from '../../lib/once.ts'
import { otherFormat, startLength } from './other-formats.ts'

/** Longest sides in pixels. Smaller pictures are not enlarged. */
export const sizes = [1600, 640, 160] as const

/**
 * A refused picture: not JPEG, PNG or WebP; too many pixels; incomplete; too large; or over a budget. `format` names the
 * format of a file of another type, such as HEIC, if it is a known one.
 */
export class PictureRefused extends Error {
  readonly why: 'type' | 'pixels' | 'broken' | 'large' | 'budget'
  readonly format: string | undefined

  constructor(why: PictureRefused['why'], format?: string) {
    super(`picture refused: ${why}`)
    this.why = why
    this.format = format
  }
}

// A picture of 25 megapixels takes about 100 MB while it is decoded.
const mostPixels = 25_000_000

/**
 * Baseline JPEGs, as phones write them, are decoded at a half to an eighth of their size: with sharp 0.35, one of 200
 * megapixels took 0.4 s and 50 MB, no more than one of 12. A progressive one took 3 bytes a pixel.
 */
const mostBaselinePixels = 210_000_000

const decode = pLimit(2)

/**
 * Converts the picture to three sizes of WebP, largest first: upright, and without metadata. `given` is its bytes, or the
 * path of its file. The bytes decide the format, not the file name. Throws `PictureRefused`.
 */
export async function makeSizes(given: Buffer | string): Promise<Buffer[]> {
  return await convert(given, async sharp => await withSmaller(sharp, await largestOf(sharp, given)))
}

/**
 * Like `makeSizes` for the largest size from an export. It is used unchanged if it is a WebP within the size limit
 * that contains nothing but its picture; otherwise it is converted. Throws `PictureRefused`.
 */
export async function remakeSizes(bytes: Buffer): Promise<Buffer[]> {
  return await convert(bytes, async sharp => {
    const { format, width, height, exif, xmp, icc, pages = 1 } = await readMetadata(sharp, bytes)
    const isBare = !exif && !xmp && !icc && pages === 1
    const isOurs = format === 'webp' && isBare && Math.max(width, height) <= sizes[0]
    return await withSmaller(sharp, isOurs ? bytes : await largestOf(sharp, bytes))
  })
}

/** The most pixels of a logo: twice the size in which mails display it, for sharp displays. */
const logoSize = { width: 640, height: 160 }

/** Converts a logo to PNG, without metadata. Its transparent parts stay transparent. Throws `PictureRefused`. */
export async function makeLogo(bytes: Buffer): Promise<Buffer> {
  return await convert(bytes, async sharp =>
    (await open(sharp, bytes))
      .autoOrient()
      .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true, quality: 90 })
      .toBuffer(),
  )
}

type SharpLibrary = typeof import('sharp').default

/** Runs `act` once a decoder is free. Throws `PictureRefused`. */
async function convert<T>(given: Buffer | string, act: (sharp: SharpLibrary) => Promise<T>): Promise<T> {
  requireAllowed(typeof given === 'string' ? await readStart(given) : given)
  return await decode(async () => {
    const sharp = await loadSharp()
    try {
      return await act(sharp)
    } catch (error) {
      throw whyRefused(error)
    }
  })
}

// The header says how many pixels the picture has; nothing is decoded for it.
async function open(sharp: SharpLibrary, input: string | Buffer): Promise<Sharp> {
  const { format, isProgressive } = await readMetadata(sharp, input)
  const isBaseline = format === 'jpeg' && !isProgressive
  return sharp(input, { ...options, limitInputPixels: isBaseline ? mostBaselinePixels : mostPixels })
}

async function readMetadata(sharp: SharpLibrary, input: string | Buffer) {
  return await sharp(input, { ...options, limitInputPixels: mostBaselinePixels }).metadata()
}

async function largestOf(sharp: SharpLibrary, input: string | Buffer): Promise<Buffer> {
  return await shrink((await open(sharp, input)).autoOrient(), sizes[0]).toBuffer()
}

async function withSmaller(sharp: SharpLibrary, largest: Buffer): Promise<Buffer[]> {
  const others = sizes.slice(1).map(size => shrink(sharp(largest, options), size).toBuffer())
  return [largest, ...(await Promise.all(others))]
}

function whyRefused(error: unknown): PictureRefused {
  return new PictureRefused(/pixel limit/i.test((error as Error).message) ? 'pixels' : 'broken')
}

const options: SharpOptions = {
  // Cameras write files with warnings, so only errors fail. A truncated picture is an error.
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
}

function shrink(picture: Sharp, size: number): Sharp {
  return picture
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: size < sizes[0] ? 78 : 82, effort: 3 })
}

// Loaded with the first picture: it takes a tenth of a second that a start need not wait for.
const loadSharp = once(async (): Promise<SharpLibrary> => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // sharp also reads SVG, GIF, TIFF and others, which are not needed here.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  })
  return sharp
})

async function readStart(file: string): Promise<Buffer> {
  const handle = await openFile(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startLength), 0, startLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function requireAllowed(start: Buffer): void {
  if (signatures.some(is => is(start))) return
  throw new PictureRefused('type', otherFormat(start))
}

const signatures: ((start: Buffer) => boolean)[] = [
  start => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])), // JPEG
  start => start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])), // PNG
  start => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
]
