const longest = 2_000 // pixels: more than the largest stored size
const small = 1_000_000 // bytes
const mostPixels = 25_000_000 // the service decodes any picture up to this size
const accepted = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Shrinks a picture to at most 2,000 pixels a side, so that an old phone uploads it in seconds. One that the service
 * would refuse for its format or its pixels becomes a JPEG. Small pictures, and those that the browser cannot read, stay
 * unchanged.
 */
export async function shrink(file) {
  try {
    const isFine = accepted.includes(file.type) && (await countPixels(file)) <= mostPixels
    if (isFine && file.size <= small) return file
    const smaller = await draw(await createImageBitmap(file, { imageOrientation: 'from-image' }))
    return smaller && (!isFine || smaller.size < file.size) ? smaller : file
  } catch {
    return file
  }
}

// Only the header is decoded.
async function countPixels(file) {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await new Promise((resolve, reject) => Object.assign(image, { onload: resolve, onerror: reject }))
    return image.naturalWidth * image.naturalHeight
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

function draw(picture) {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  // JPEG knows no transparency: what is transparent would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.88))
}
