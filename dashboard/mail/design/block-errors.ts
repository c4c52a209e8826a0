import { ApiFailure } from '../../api.ts'
import { type Block, drawn } from './blocks.ts'

export type BlockErrors = {
  /** The message about a block, by its place. */
  at: Record<number, string>
  /** The message about the design as a whole. */
  whole: string | undefined
}

/** What the server said about the blocks of a previewed design: `design.2.text: …` is about the third that it drew. */
export function blockErrors(error: unknown, blocks: Block[]): BlockErrors {
  const found: BlockErrors = { at: {}, whole: undefined }
  if (!(error instanceof ApiFailure) || error.code !== 802030) return found
  const places = drawn(blocks).map(({ place }) => place)
  for (const part of error.message.split('; ')) {
    const [, index, message] = /^design(?:\.(\d+)[^:]*)?: (.*)$/s.exec(part) ?? []
    if (message === undefined) continue
    const place = index === undefined ? undefined : places[Number(index)]
    if (place === undefined) found.whole = message
    else found.at[place] = message
  }
  return found
}
