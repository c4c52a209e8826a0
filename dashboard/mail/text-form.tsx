import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useLanguageNames } from '../words/language-names.ts'
import { useTexts } from '../words/words.tsx'
import type { MailContent, MailKind, MailText, RenderedMail } from './content.ts'
import type { BlockErrors } from './design/block-errors.ts'
import { designsOf } from './design/blocks.ts'
import { DesignForm } from './design/design-form.tsx'
import { defaultText, type MailContentDraft } from './draft.ts'
import classes from './mail.module.css'
import { MailTextField } from './text-field.tsx'

const groups = {
  asking: ['request', 'reminder'],
  telling: [
    'review_published',
    'review_rejected',
    'review_replied',
    'question_answered',
    'answer_published',
    'reward',
    'question_received',
    'report_received',
    'report_decided',
  ],
  confirming: ['confirm_review', 'confirm_question', 'confirm_answer'],
} as const

type Props = PickersProps & {
  draft: MailContentDraft
  errors: Record<string, string>
  blockErrors: BlockErrors
  preview: RenderedMail | undefined
}

/** The subject and body of an email in one language: a text, or blocks. */
export function MailTextForm(props: Props) {
  const { content, draft, kind, language, choose, errors, blockErrors, preview } = props
  const texts = useTexts('mail')
  const { isOwner } = useStore()
  const text = draft.text(kind, language)
  const defaults = defaultText(content, kind, language)
  const isDesigned = draft.design(kind, language) !== null
  const isOwnText = text.subject !== defaults.subject || text.words !== defaults.words
  const isCustom = isOwnText || isDesigned
  const setText = (change: Partial<MailText>) => draft.setText(kind, language, { ...text, ...change })
  const placeholders = content.kinds.find(entry => entry.kind === kind)?.placeholders ?? []
  const fieldProps = (part: keyof MailText) => ({
    language,
    value: text[part],
    maxLength: content.limits[part],
    placeholder: defaults[part],
    placeholders,
    error: errors[part],
    change: (value: string) => setText({ [part]: value }),
  })
  return (
    <Section
      title={texts.words}
      lead={texts.wordsLead}
      action={
        <Badge color={isCustom ? 'green' : 'gray'}>{isCustom ? texts.customised : texts.standard}</Badge>
      }
    >
      <MailPickers content={content} kind={kind} language={language} choose={choose} />
      <Text size="sm" c="dimmed">
        {texts.whens[kind]}
      </Text>
      <fieldset disabled={!isOwner} className={classes.fields}>
        <Stack gap="md">
          <MailTextField label={texts.subject} {...fieldProps('subject')} />
          {!isDesigned && (
            <MailTextField label={texts.body} hint={texts.bodyHint} {...fieldProps('words')} isLong />
          )}
          {designsOf(content, kind) && (
            <DesignForm
              content={content}
              draft={draft}
              kind={kind}
              language={language}
              errors={blockErrors}
              preview={preview}
            />
          )}
        </Stack>
      </fieldset>
      {isOwnText && isOwner && <ResetButton reset={() => setText(defaults)} />}
    </Section>
  )
}

type PickersProps = {
  content: MailContent
  kind: MailKind
  language: string
  choose: (change: { kind?: MailKind; language?: string }) => void
}

/** Selects the email and its language. */
function MailPickers({ content, kind, language, choose }: PickersProps) {
  const texts = useTexts('mail')
  const { kinds } = useTexts('mails/names')
  const nameOf = useLanguageNames()
  return (
    <Group align="flex-end" gap="sm" grow preventGrowOverflow={false}>
      <Select
        label={texts.kind}
        miw={220}
        value={kind}
        allowDeselect={false}
        maxDropdownHeight={380}
        data={Object.entries(groups).map(([group, items]) => ({
          group: texts.groups[group as keyof typeof groups],
          items: items.map(value => ({ value, label: kinds[value] })),
        }))}
        renderOption={({ option }) => (
          <MailOption label={option.label} isCustom={isCustomised(content, option.value as MailKind)} />
        )}
        onChange={chosen => chosen && choose({ kind: chosen as MailKind })}
      />
      <Select
        label={texts.language}
        miw={140}
        value={language}
        allowDeselect={false}
        data={content.languages.map(value => ({ value, label: nameOf(value) }))}
        onChange={chosen => chosen && choose({ language: chosen })}
      />
    </Group>
  )
}

function isCustomised(content: MailContent, kind: MailKind): boolean {
  const { own = {}, designs } = content.kinds.find(entry => entry.kind === kind) ?? {}
  return Object.keys({ ...own, ...designs?.own }).length > 0
}

/** A kind of email as an option, marked if the store has customised its texts or designed it. */
function MailOption({ label, isCustom }: { label: string; isCustom: boolean }) {
  const texts = useTexts('mail')
  return (
    <Group gap="xs" justify="space-between" flex={1}>
      {label}
      {isCustom && (
        <Text size="xs" c="dimmed">
          {texts.customised}
        </Text>
      )}
    </Group>
  )
}

function ResetButton({ reset }: { reset: () => void }) {
  const texts = useTexts('mail')
  return (
    <Group>
      <Button variant="subtle" size="compact-sm" leftSection={<Icon name="undo" size={16} />} onClick={reset}>
        {texts.reset}
      </Button>
    </Group>
  )
}
