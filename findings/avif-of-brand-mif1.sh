#!/usr/bin/env bash
# A picture in AVIF whose file begins with the brand of all HEIF files, mif1, and lists avif among the compatible ones, as the
# standard allows: what programs say that it is.
# Guess:   file-type calls it HEIF, as it reads the first brand alone. file(1) knows AVIF. What sharp says was not guessed.
# Seen:    file 5.44 says image/heif, too, and sharp 0.35.5 reports the format heif with the compression hevc, although it is AV1. file-type
#          22.3.0 adds the extension heic, magic-bytes.js says image/heif, and image-size 2.1.0 has a type mif1. probe-image-size 7.5.0
#          alone is right. With the first brand avif, all are.
# Matters: a buyer is told that a picture comes from an iPhone and that browsers cannot display it. Read the list of compatible
#          brands before the first one is called HEIC.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5 file-type@22.3.0 image-size@2.1.0 probe-image-size@7.5.0 magic-bytes.js@1.13.1
apt-get download -qq file=1:5.44-3 libmagic1=1:5.44-3 libmagic-mgc=1:5.44-3 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
cat > run.mjs <<'JS'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { filetypemime } from 'magic-bytes.js'
import { writeFileSync } from 'node:fs'
import probe from 'probe-image-size'
import sharp from 'sharp'

const first = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } }).avif().toBuffer()
const second = Buffer.from(first)
second.write('mif1', 8)
for (const [brand, file] of Object.entries({ avif: first, mif1: second })) {
  writeFileSync(`${brand}.picture`, file)
  const { format, compression } = await sharp(file).metadata()
  const { ext, mime } = await fileTypeFromBuffer(file)
  console.log(`${brand}: ${file.toString('latin1', 16, 28)}`)
  console.log(`  sharp: ${format}, ${compression}`)
  console.log(`  file-type: ${ext}, ${mime}`)
  console.log(`  magic-bytes.js: ${filetypemime(file).join()}`)
  console.log(`  image-size: ${imageSize(file).type}`)
  console.log(`  probe-image-size: ${probe.sync(file).mime}`)
}
JS
diff <(
  node run.mjs
  LD_LIBRARY_PATH=usr/lib/x86_64-linux-gnu usr/bin/file -m usr/lib/file/magic.mgc --mime-type avif.picture mif1.picture
) - <<'SEEN'
avif: mif1avifmiaf
  sharp: heif, av1
  file-type: avif, image/avif
  magic-bytes.js: image/avif
  image-size: avif
  probe-image-size: image/avif
mif1: mif1avifmiaf
  sharp: heif, hevc
  file-type: heic, image/heif
  magic-bytes.js: image/heif
  image-size: mif1
  probe-image-size: image/avif
avif.picture: image/avif
mif1.picture: image/heif
SEEN
echo 'As seen with sharp 0.35.5, file-type 22.3.0, image-size 2.1.0, probe-image-size 7.5.0, magic-bytes.js 1.13.1 and file 5.44.'
