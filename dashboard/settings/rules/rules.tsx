import '@mantine/core/styles/Accordion.css'
import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import type { Settings } from '../../store-settings.ts'
import { useTexts } from '../../words/words.tsx'
import { MoveTools, movesOf } from '../list-tools.tsx'
import type { Form } from '../settings-form.tsx'
import { ApplyRules } from './apply-rules.tsx'
import { RuleEditor } from './rule-editor.tsx'
import type { RuleTestProps } from './rule-test.tsx'
import classes from './rules.module.css'
import { RulesPreviewPanel } from './rules-preview.tsx'
import { useRuleSummary } from './summary.ts'
import { useSavedTests } from './tests.ts'
import { type ScheduleDraft, useRulesPreview } from './use-preview.ts'

const most = 20

type Values = { request_rules: RequestRule[] }
type Props<V extends Values> = { form: Form<V>; settings: Settings; draft: ScheduleDraft }

/** The rules for some orders and products, beside what they would do with the newest orders. */
export function Rules<V extends Values>({ form, settings, draft }: Props<V>) {
  const texts = useTexts('rules')
  const { isOwner } = useStore()
  const { onChange } = form.field('request_rules')
  const rules = form.values.request_rules
  const saved = settings.request_rules
  const preview = useRulesPreview(draft)
  const savedTestOf = useSavedTests(saved)
  const [open, setOpen] = useState<string | null>(null)
  const change = (changed: RequestRule[]) => {
    if (changed.length !== rules.length) setOpen(null)
    onChange(changed)
  }
  const add = () => {
    setOpen(String(rules.length))
    onChange([...rules, { name: '', when: {}, then: {} }])
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        {rules.length === 0 && <Text size="sm">{texts.none}</Text>}
        <Accordion variant="separated" value={open} onChange={setOpen} chevronPosition="left">
          {rules.map((rule, index) => (
            <Rule
              key={index}
              {...{ rules, index, change }}
              count={preview.problems.size > 0 ? undefined : preview.data?.counts[index]}
              problems={preview.problems.get(index) ?? {}}
              currency={preview.data?.currency ?? null}
              rule={rule}
              usualDelay={draft.request_delay_days ?? settings.request_delay_days}
              locale={settings.locale}
              saved={savedTestOf(rule)}
            />
          ))}
        </Accordion>
        <Group>
          <Button
            variant="light"
            leftSection={<Icon name="plus" size={16} />}
            disabled={rules.length >= most}
            onClick={add}
          >
            {texts.add}
          </Button>
        </Group>
        {isOwner && (rules.length > 0 || saved.length > 0) && (
          <RulesPreviewPanel preview={preview} rules={rules} />
        )}
        <ApplyRules isSaved={JSON.stringify(rules) === JSON.stringify(saved)} />
      </Stack>
    </Section>
  )
}

type RuleProps = {
  rule: RequestRule
  rules: RequestRule[]
  index: number
  change: (rules: RequestRule[]) => void
  /** Of the newest orders. */
  count: number | undefined
  problems: Record<string, string>
  currency: string | null
} & Pick<RuleTestProps, 'usualDelay' | 'locale' | 'saved'>

function Rule({ rule, rules, index, change, count, problems, currency, ...test }: RuleProps) {
  const texts = useTexts('rules')
  const summary = useRuleSummary(currency)
  const title = rule.name.trim() || texts.untitled({ number: index + 1 })
  const isWrong = Object.keys(problems).length > 0
  return (
    <Accordion.Item value={String(index)}>
      <Group gap={4} wrap="nowrap" pr="xs">
        <Accordion.Control>
          <Group gap="xs">
            <Text fw={600}>{title}</Text>
            {isWrong && <Badge color="red">{texts.incomplete}</Badge>}
            {!isWrong && count !== undefined && (
              <Badge
                color="gray"
                variant="light"
                tt="none"
                h="auto"
                py={3}
                classNames={{ label: classes.count }}
              >
                {texts.matches({ count })}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {summary(rule)}
          </Text>
        </Accordion.Control>
        <MoveTools title={title} {...movesOf(rules, index, change)} />
      </Group>
      <Accordion.Panel>
        <RuleEditor
          {...{ rule, problems, currency, ...test }}
          change={changed => change(rules.toSpliced(index, 1, changed))}
        />
      </Accordion.Panel>
    </Accordion.Item>
  )
}
