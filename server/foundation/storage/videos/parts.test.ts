import { expect, test } from 'vitest'
import { anMp4, box, element } from '../../../test/media/videos.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { checkVideo } from './container/check.ts'
import { partSize } from './names.ts'
import { openParts, splitIntoParts } from './parts.ts'

const many = <Item>(item: Item) => Array.from({ length: 1900 }, () => item)

test.each([
  ['an MP4', anMp4({ media: 3 * partSize })],
  ['an MP4 of thousands of boxes', Buffer.concat([anMp4(), ...many(box('free'))])],
  [
    'a WebM of thousands of elements',
    Buffer.concat([
      element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))),
      element(0x18538067, Buffer.concat(many(element(0xec, Buffer.alloc(100)))), null),
    ]),
  ],
])('checking %s reads few parts', async (_what, video) => {
  const parts = splitIntoParts(video)
  let reads = 0
  const files = {
    get: async (name: string) => {
      reads++
      return parts[Number(/-(\d+)\.part$/.exec(name)?.[1])]
    },
  } as PictureStore
  await checkVideo(openParts(files, 'a'.repeat(40), video.length), video.length).catch(error => error)
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(parts.length + 2)
})
