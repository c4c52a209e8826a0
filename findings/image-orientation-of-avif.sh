#!/usr/bin/env bash
# A photo of a review that a telephone took on its side: one picture of 40 x 20 with orientation 6, in four formats.
# Guess:   exifr, whose README lists AVIF and not WebP, finds the orientation in AVIF; probe-image-size finds it in JPEG, and not in
#          PNG and WebP. image-size and image-dimensions give the stored 40 x 20 without one for all but JPEG.
# Seen:    exifr 7.1.3 has none for AVIF, and probe-image-size 7.5.0 has it there. ExifReader 4.46.0 has it for all four.
#          sharp 0.35.5 reports 20 x 40 without an orientation for AVIF, whose decoder has rotated it already, and 40 x 20 with 6
#          for the others. image-size 2.1.0 reports it for JPEG alone, and image-dimensions 2.6.0 never.
# Matters: to rotate by what ExifReader found turns an AVIF twice and leaves a JPEG right, and the width and height in a page
#          are exchanged. Ask the decoder that will rotate: sharp's autoOrient has the displayed size in every format.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5 exifr@7.1.3 exifreader@4.46.0 probe-image-size@7.5.0 image-size@2.1.0 \
  image-dimensions@2.6.0
cat > run.mjs <<'JS'
import ExifReader from 'exifreader'
import exifr from 'exifr'
import { imageDimensionsFromData } from 'image-dimensions'
import { imageSize } from 'image-size'
import probe from 'probe-image-size'
import sharp from 'sharp'

const create = { width: 40, height: 20, channels: 3, background: '#c33' }
const format = ({ width, height, orientation }) => `${width} x ${height}${orientation ? ` orientation ${orientation}` : ''}`
for (const type of ['jpeg', 'png', 'webp', 'avif']) {
  const file = await sharp({ create }).toFormat(type).withMetadata({ orientation: 6 }).toBuffer()
  const metadata = await sharp(file).metadata()
  console.log(type)
  console.log(`  sharp: ${format(metadata)}, displayed ${format(metadata.autoOrient)}`)
  console.log(`  image-size: ${format(imageSize(file))}`)
  console.log(`  image-dimensions: ${format(imageDimensionsFromData(file))}`)
  console.log(`  probe-image-size: ${format(probe.sync(file))}`)
  console.log(`  exifr: ${await exifr.orientation(file).catch(() => 'error')}`)
  console.log(`  ExifReader: ${ExifReader.load(file).Orientation?.value}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
jpeg
  sharp: 40 x 20 orientation 6, displayed 20 x 40
  image-size: 40 x 20 orientation 6
  image-dimensions: 40 x 20
  probe-image-size: 40 x 20 orientation 6
  exifr: 6
  ExifReader: 6
png
  sharp: 40 x 20 orientation 6, displayed 20 x 40
  image-size: 40 x 20
  image-dimensions: 40 x 20
  probe-image-size: 40 x 20
  exifr: 6
  ExifReader: 6
webp
  sharp: 40 x 20 orientation 6, displayed 20 x 40
  image-size: 40 x 20
  image-dimensions: 40 x 20
  probe-image-size: 40 x 20
  exifr: error
  ExifReader: 6
avif
  sharp: 20 x 40, displayed 20 x 40
  image-size: 40 x 20
  image-dimensions: 40 x 20
  probe-image-size: 40 x 20 orientation 6
  exifr: undefined
  ExifReader: 6
SEEN
echo 'As seen with sharp 0.35.5, exifr 7.1.3, exifreader 4.46.0, probe-image-size 7.5.0, image-size 2.1.0 and image-dimensions 2.6.0.'
