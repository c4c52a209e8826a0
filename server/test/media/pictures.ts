import sharp from 'sharp'
import { openPictureStore, type PictureStore } from '../../foundation/storage/pictures/picture-store.ts'

/** A picture store without a scanner: a folder in this one, or what `PICTURES_URL` names. */
export function picturesIn(folder: string, PICTURES_URL?: string): PictureStore {
  return openPictureStore({ PICTURES_URL, DATA_DIR: folder, CLAMD_URL: undefined })
}

/** A picture of noise, which no format compresses well, as an uploaded file. */
export async function aPicture(
  change: {
    name?: string
    width?: number
    height?: number
    type?: 'jpeg' | 'png' | 'webp' | 'gif'
    orientation?: number
  } = {},
): Promise<File> {
  const { name = 'moka.jpg', width = 400, height = 300, type = 'jpeg', orientation } = change
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: '#884422', noise } })
  const bytes = await picture
    .withExif({ IFD0: { Artist: 'Ana', Copyright: 'Ana' }, IFD3: { GPSLatitudeRef: 'S' } })
    .withMetadata(orientation === undefined ? {} : { orientation })
    [type]()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

/** A PNG of a few kilobytes that claims these dimensions. */
export async function aBomb(width: number, height: number): Promise<File> {
  const bytes = await sharp({
    create: { width, height, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'bomb.png')
}

/** A JPEG of one colour and of 50 megapixels, as phones take them. */
export async function aPhoto({
  width = 8160,
  height = 6120,
  progressive = false,
  orientation = 1,
} = {}): Promise<File> {
  const grey = sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
  const bytes = await grey.withMetadata({ orientation }).jpeg({ quality: 50, progressive }).toBuffer()
  return new File([new Uint8Array(bytes)], 'photo.jpg')
}

/** A small JPEG whose header claims these dimensions. */
export async function aClaim(width: number, height: number, progressive = false): Promise<File> {
  const small = sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
  const bytes = await small.jpeg({ progressive }).toBuffer()
  const frame = bytes.indexOf(Buffer.from(progressive ? [0xff, 0xc2] : [0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return new File([new Uint8Array(bytes)], 'claim.jpg')
}

/** A file with these bytes, as Latin-1. */
export function textFile(text: string, name: string): File {
  return new File([Buffer.from(text, 'latin1')], name)
}

/** The first half of a file. */
export async function cut(file: File): Promise<File> {
  return new File([file.slice(0, Math.floor(file.size / 2))], file.name)
}
