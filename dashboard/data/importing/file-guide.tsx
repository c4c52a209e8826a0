import { Code, Text } from '@mantine/core'
import { questionFields } from '../../../server/answers/questions/csv-fields.ts'
import { reviewFields } from '../../../server/answers/reviews/csv-fields.ts'
import { orderFields } from '../../../server/asking/orders/csv-fields.ts'
import { Section } from '../../parts/layout/section.tsx'
import { useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import type { ImportKind } from '../query.ts'

/** What a file of this kind contains, to prepare it before it is chosen. */
export function FileGuide({ kind }: { kind: ImportKind }) {
  const texts = useTexts('data')
  if (kind === 'archive') {
    return (
      <Section title={texts.archiveGuide.title}>
        <Text size="sm" c="dimmed">
          {texts.archiveGuide.lead}
        </Text>
      </Section>
    )
  }
  const { needed, fields } = columnsOf[kind]
  const others = fields.filter(field => !needed.includes(field))
  return (
    <Section title={texts.columnsGuide.title} lead={texts.columnsGuide.lead}>
      <ul className={classes.list}>
        {[...needed, ...others].map(field => (
          <li key={field} className={classes.column}>
            <Text size="sm">
              {texts.fields[field]}
              {needed.includes(field) && (
                <Text span size="xs" c="dimmed">
                  {' · '}
                  {texts.needed}
                </Text>
              )}
            </Text>
            <Code>{field}</Code>
          </li>
        ))}
      </ul>
      {kind !== 'order' && (
        <Text size="xs" c="dimmed">
          {texts.productNeeded}
        </Text>
      )}
    </Section>
  )
}

type Field = (typeof reviewFields)[number] | (typeof questionFields)[number] | (typeof orderFields)[number]

// Rows of our own exports also have ids, which files of other systems do not need.
const columnsOf: Record<Exclude<ImportKind, 'archive'>, { needed: Field[]; fields: readonly Field[] }> = {
  review: { needed: ['rating'], fields: reviewFields.filter(field => field !== 'review_id') },
  question: { needed: ['body'], fields: questionFields.filter(field => field !== 'question_id') },
  order: {
    needed: ['order_id', 'order_date', 'delivery_date', 'product_id', 'customer_email'],
    fields: orderFields,
  },
}
