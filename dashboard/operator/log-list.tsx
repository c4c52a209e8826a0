import { Stack, Text } from '@mantine/core'
import { fillText } from '../../texts/sentences.ts'
import lists from '../parts/layout/lists.module.css'
import { textFor } from '../words/entries.ts'
import { useFormats, useLanguage, useTexts } from '../words/words.tsx'
import type { Operation } from './query.ts'

/** What operators changed, one sentence each. */
export function LogList({ operations }: { operations: Operation[] }) {
  const { instant } = useFormats()
  const describe = useDescription()
  return (
    <Stack component="ol" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
      {operations.map(operation => (
        <Stack key={operation.id} component="li" gap={2} py="sm" className={lists.lined}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {describe(operation)}
          </Text>
          <Text size="xs" c="dimmed">
            {instant(operation.at)}
          </Text>
        </Stack>
      ))}
    </Stack>
  )
}

function useDescription() {
  const { language } = useLanguage()
  const texts = useTexts('operator')
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return ({ by, who, record, action, label, fields }: Operation): string => {
    const author = who === null ? texts.log.by[by] : by === 'key' ? texts.log.key({ name: who }) : who
    const names = fields.map(field => textFor(texts.limits, field) ?? field)
    const template = textFor(texts.log.acts, `${record} ${action}`) ?? `${record} ${action}`
    return `${author} ${fillText(template, { name: label ?? texts.log.somebody, fields: list.format(names) })}`
  }
}
