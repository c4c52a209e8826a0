import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { film, frameAt } from './film.ts'
import { scenes, svgOf } from './scenes.ts'

// node demo/scenes/main.ts [film]
// Draws the pictures of the demo's buyers, and with `film` their film too, for which ffmpeg must be installed.

const width = 720 // pixels of the film

const inPictures = (name: string) => fileURLToPath(new URL(`../pictures/${name}`, import.meta.url))

for (const [name, content] of Object.entries(scenes))
  await writeFile(inPictures(`${name}.webp`), await asWebp(content))
if (process.argv[2] === 'film') await drawFilm()

async function asWebp(content: string): Promise<Buffer> {
  return await sharp(Buffer.from(svgOf(content)))
    .webp({ quality: 80, effort: 6 })
    .toBuffer()
}

async function drawFilm(): Promise<void> {
  await writeFile(inPictures('brewing.webp'), await asWebp(frameAt(film.poster)))
  // H.264 with its index first, as all browsers play it at once.
  const options = [
    ...['-f', 'image2pipe', '-framerate', `${film.perSecond}`, '-c:v', 'png', '-i', '-'],
    ...[
      '-an',
      '-c:v',
      'libx264',
      '-profile:v',
      'main',
      '-pix_fmt',
      'yuv420p',
      '-crf',
      '27',
      '-preset',
      'veryslow',
    ],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart'],
    ...['-y', inPictures('brewing.mp4')],
  ]
  const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', ...options], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(ffmpeg, 'close')
  for (let frame = 0; frame < film.seconds * film.perSecond; frame++) {
    const svg = Buffer.from(svgOf(frameAt(frame / film.perSecond)))
    const png = await sharp(svg).resize(width).png({ compressionLevel: 1 }).toBuffer()
    if (!ffmpeg.stdin.write(png)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [status] = await ended
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`)
}
