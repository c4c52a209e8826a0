import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReplyTemplate } from '../../server/tenants/stores/settings/reply-templates.ts'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/layout/section.tsx'
import { fillTemplate, unknownPlaceholders } from '../parts/templates/fill.ts'
import { suggestedTemplates } from '../parts/templates/suggestions.ts'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { type Moves, MoveTools, movesOf } from './list-tools.tsx'
import type { Form } from './settings-form.tsx'

const most = 20
const placeholders = { name: '{name}', product: '{product}', store: '{store}' }

type Values = { reply_templates: ReplyTemplate[] }

/** The texts that moderators can reply with, in the order of their menu. */
export function ReplyTemplates({ form, settings }: { form: Form<Values>; settings: Settings }) {
  const texts = useTexts('templates')
  const { value: templates, onChange, error } = form.field('reply_templates')
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.hint(placeholders)}
        </Text>
        {templates.map((template, index) => (
          <Template
            key={index}
            template={template}
            number={index + 1}
            settings={settings}
            change={changed => onChange(templates.toSpliced(index, 1, changed))}
            {...movesOf(templates, index, onChange)}
          />
        ))}
        {templates.length === 0 && <Text size="sm">{texts.none}</Text>}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        <Group gap="sm">
          <Button
            variant="light"
            leftSection={<Icon name="plus" size={16} />}
            disabled={templates.length >= most}
            onClick={() => onChange([...templates, { title: '', text: '' }])}
          >
            {texts.add}
          </Button>
          {templates.length === 0 && (
            <Button variant="subtle" onClick={() => onChange(suggestedTemplates(settings.locale))}>
              {texts.suggest}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}

type Props = Moves & {
  template: ReplyTemplate
  number: number
  settings: Settings
  change: (template: ReplyTemplate) => void
}

function Template({ template, number, settings, change, ...moves }: Props) {
  const texts = useTexts('templates')
  const label = template.title.trim() || texts.untitled({ number })
  const [unknown] = unknownPlaceholders(template.text)
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={label}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={texts.name}
            maxLength={60}
            value={template.title}
            onChange={event => change({ ...template, title: event.currentTarget.value })}
          />
          <MoveTools title={label} {...moves} />
        </Group>
        <Textarea
          label={texts.text}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2000}
          value={template.text}
          error={unknown && texts.unknown({ placeholder: unknown, ...placeholders })}
          onChange={event => change({ ...template, text: event.currentTarget.value })}
        />
        {template.text.trim() && <Preview text={template.text} settings={settings} />}
      </Stack>
    </Paper>
  )
}

function Preview({ text, settings: { name: store, locale } }: { text: string; settings: Settings }) {
  const texts = useTexts('templates')
  const filling = { author: texts.sampleBuyer, product: texts.sampleProduct, store, locale }
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {texts.preview} {fillTemplate(text, filling)}
    </Text>
  )
}
