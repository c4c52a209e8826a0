import { open } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'

/** Longest sides in pixels. A smaller picture is never made larger. */
export const sizes = [1600, 640, 160] as const

/** Why a picture is refused: not JPEG, PNG or WebP; too many pixels; incomplete; too large; a budget is spent. */
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
 * The picture in the file, upright, without anything that a camera wrote into it, in three sizes as WebP,
 * the largest first. What it is, its bytes say and not its name. Throws `PictureRefused`.
 */
export async function makeSizes(file: string): Promise<Buffer[]> {
  if (!(await isAllowed(file))) throw new PictureRefused('type')
  return await decode(async () => {
    const sharp = await loadSharp()
    try {
      return await withSmaller(sharp, await shrink(sharp(file, options).autoOrient(), sizes[0]).toBuffer())
    } catch (error) {
      throw whyRefused(error)
    }
  })
}

/**
 * The same of a file that says it is the largest of such three: taken as it is where it can be one, a WebP that
 * is not too large and holds nothing but its picture; else made anew. Throws `PictureRefused`.
 */
export async function remakeSizes(bytes: Buffer): Promise<Buffer[]> {
  if (!signatures.some(is => is(bytes))) throw new PictureRefused('type')
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

async function withSmaller(sharp: typeof import('sharp').default, largest: Buffer): Promise<Buffer[]> {
  const others = sizes.slice(1).map(size => shrink(sharp(largest, options), size).toBuffer())
  return [largest, ...(await Promise.all(others))]
}

function whyRefused(error: unknown): PictureRefused {
  return new PictureRefused(/pixel limit/i.test((error as Error).message) ? 'pixels' : 'broken')
}

const options: SharpOptions = {
  limitInputPixels: 25_000_000,
  // Cameras write what the strictest reading warns of; a picture that ends in its middle is an error.
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

// Loaded with the first picture: a tenth of a second that a start need not wait for.
async function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // It reads SVG, GIF, TIFF and more: nobody needs those here.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    })
    return sharp
  })
  return await loaded
}

async function isAllowed(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return signatures.some(is => is(buffer))
  } finally {
    await handle.close()
  }
}

const signatures: ((start: Buffer) => boolean)[] = [
  start => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])), // JPEG
  start => start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])), // PNG
  start => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
]
