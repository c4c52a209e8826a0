import { Chip, Group, Paper, Rating, Stack, Text, TextInput } from '@mantine/core'
import type { Attribute, Label } from '../../../server/tenants/stores/settings/attribute-rules.ts'
import { useTexts } from '../../words/words.tsx'

type Props = { attributes: Attribute[]; locale: string; language: string }

/** What buyers will see, in the edited language, or in that of the store where a text has none. */
export function FormPreview({ attributes, locale, language }: Props) {
  const texts = useTexts('review-form')
  const say = (label: Label | undefined) =>
    label?.[language] || label?.[locale] || label?.en || Object.values(label ?? {})[0] || ''
  return (
    <Paper
      withBorder
      radius="md"
      p="lg"
      component="section"
      aria-label={texts.preview}
      pos="sticky"
      top={16}
      style={{ alignSelf: 'start' }}
    >
      <Stack gap="lg">
        <Text fw={600}>{texts.preview}</Text>
        {attributes.map((attribute, index) => (
          <Stack key={index} gap={6} role="group" aria-label={say(attribute.label)}>
            <Text size="sm" fw={600} dir="auto">
              {say(attribute.label) || texts.untitled({ number: index + 1 })}
              {!attribute.required && (
                <Text span size="sm" c="dimmed" fw={400}>
                  {' '}
                  ({texts.optional})
                </Text>
              )}
            </Text>
            <Answer attribute={attribute} say={say} />
          </Stack>
        ))}
        {attributes.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function Answer({ attribute, say }: { attribute: Attribute; say: (label: Label | undefined) => string }) {
  const { type, low, mid, high, options = [] } = attribute
  if (type === 'rating') return <Rating value={4} readOnly />
  if (type === 'text') return <TextInput readOnly aria-hidden tabIndex={-1} />
  const choices =
    type === 'scale'
      ? [low, undefined, mid, undefined, high].map((label, at) =>
          [String(at + 1), say(label)].filter(Boolean).join(' · '),
        )
      : options.map(option => say(option.label) || '…')
  return (
    <Group gap={6}>
      {choices.map((words, index) => (
        <Chip key={index} checked={index === 0} tabIndex={-1} readOnly variant="light" size="sm">
          {words}
        </Chip>
      ))}
    </Group>
  )
}
