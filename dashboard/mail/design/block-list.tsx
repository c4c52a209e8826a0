import lists from '../../parts/layout/lists.module.css'
import { BlockCard } from './block-card.tsx'
import type { BlockErrors } from './block-errors.ts'
import type { Block } from './blocks.ts'
import type { Blocks } from './use-blocks.ts'

type Props = {
  design: Block[]
  language: string
  blocks: Blocks
  errors: BlockErrors
  mostWords: number
  placeholders: string[]
  logo: string
}

/** The blocks from above to below. Every key is the place: no block has an id. */
export function BlockList({ design, blocks, errors, ...props }: Props) {
  return (
    <ol className={lists.list}>
      {design.map((block, place) => (
        <li key={place} data-place={place}>
          <BlockCard
            {...props}
            block={block}
            place={place}
            count={design.length}
            error={errors.at[place]}
            blocks={blocks}
          />
        </li>
      ))}
    </ol>
  )
}
