import { open } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'

/** Longest sides in pixels. Smaller pictures are not enlarged. */
export const sizes = [1600, 640, 160] as const

/** A refused picture: not JPEG, PNG or WebP; too many pixels; incomplete; too large; or over a budget. */
export class PictureRefused extends Error {
  readonly why: 'type' | 'pixels' | 'broken' | 'large' | 'budget'

  constructor(why: PictureRefused['why']) {
    super(`picture refused: ${why}`)
    this.why = why
  }
}

// A picture of 25 megapixels takes about 100 MB while it is decoded.
const decode = pLimit(2)

/**
 * Converts the picture to three sizes of WebP, largest first: upright, and without metadata. `given` is its bytes, or the
 * path of its file. The bytes decide the format, not the file name. Throws `PictureRefused`.
 */
export async function makeSizes(given: Buffer | string): Promise<Buffer[]> {
  if (!(await isAllowed(given))) throw new PictureRefused('type')
  return await decode(async () => {
    const sharp = await loadSharp()
    try {
      return await withSmaller(sharp, await shrink(sharp(given, options).autoOrient(), sizes[0]).toBuffer())
    } catch (error) {
      throw whyRefused(error)
    }
  })
}

/**
 * Like `makeSizes` for the largest size from an export. It is used unchanged if it is a WebP within the size limit
 * that contains nothing but its picture; otherwise it is converted. Throws `PictureRefused`.
 */
export async function remakeSizes(bytes: Buffer): Promise<Buffer[]> {
  if (!isPicture(bytes)) throw new PictureRefused('type')
  return await decode(async () => {
    const sharp = await loadSharp()
    try {
      const { format, width, height, exif, xmp, icc, pages = 1 } = await sharp(bytes, options).metadata()
      const isBare = !exif && !xmp && !icc && pages === 1
      const isOurs = format === 'webp' && isBare && Math.max(width, height) <= sizes[0]
      const largest = isOurs ? bytes : await shrink(sharp(bytes, options).autoOrient(), sizes[0]).toBuffer()
      return await withSmaller(sharp, largest)
    } catch (error) {
      throw whyRefused(error)
    }
  })
}

/** The most pixels of a logo: twice the size in which mails display it, for sharp displays. */
const logoSize = { width: 640, height: 160 }

/** Converts a logo to PNG, without metadata. Its transparent parts stay transparent. Throws `PictureRefused`. */
export async function makeLogo(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new PictureRefused('type')
  return await decode(async () => {
    const sharp = await loadSharp()
    try {
      return await sharp(bytes, options)
        .autoOrient()
        .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9, palette: true, quality: 90 })
        .toBuffer()
    } catch (error) {
      throw whyRefused(error)
    }
  })
}

async function withSmaller(sharp: typeof import('sharp').default, largest: Buffer): Promise<Buffer[]> {
  const others = sizes.slice(1).map(size => shrink(sharp(largest, options), size).toBuffer())
  return [largest, ...(await Promise.all(others))]
}

function whyRefused(error: unknown): PictureRefused {
  return new PictureRefused(/pixel limit/i.test((error as Error).message) ? 'pixels' : 'broken')
}

const options: SharpOptions = {
  limitInputPixels: 25_000_000,
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

let loaded: Promise<typeof import('sharp').default> | undefined

// Loaded with the first picture: it takes a tenth of a second that a start need not wait for.
async function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // sharp also reads SVG, GIF, TIFF and others, which are not needed here.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    })
    return sharp
  })
  return await loaded
}

async function isAllowed(given: Buffer | string): Promise<boolean> {
  if (typeof given !== 'string') return isPicture(given)
  const handle = await open(given)
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return isPicture(buffer)
  } finally {
    await handle.close()
  }
}

const isPicture = (start: Buffer) => signatures.some(is => is(start))

const signatures: ((start: Buffer) => boolean)[] = [
  start => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])), // JPEG
  start => start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])), // PNG
  start => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
]
