import type { z } from 'zod'
import type { Text } from './untrusted.ts'

type About<Input extends z.ZodObject> = {
  description: string
  input: Input
  /** Whether it changes what the store has. */
  changes?: true
}

/** Offers a tool. It answers a `Problem` in words, for the assistant to report. */
export type Offer = <Input extends z.ZodObject>(
  name: string,
  about: About<Input>,
  act: (input: z.output<Input>) => Promise<Text[]>,
) => void
