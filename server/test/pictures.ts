import sharp from 'sharp'

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
