import { z } from 'zod'
import { text } from '../../foundation/http/input/fields.ts'
import { longestCaptions } from '../../foundation/storage/videos/webvtt.ts'

export const sentCaptions = z
  .strictObject({ webvtt: text(longestCaptions, 1).meta({ description: 'The text of a WebVTT file' }) })
  .meta({
    title: 'Captions',
    examples: [{ webvtt: 'WEBVTT\n\n00:01.000 --> 00:04.000\nIt boils within two minutes.\n' }],
  })
