import { mails } from 'texts:languages'
import { NumberInput, Skeleton, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RewardOnScreen } from '../../../server/api/dashboard/settings/reward-schemas.ts'
import type { RewardChange } from '../../../server/asking/rewards/reward-rules.ts'
import { languageFinder } from '../../../texts/match.ts'
import { patch, storePath, type Wire } from '../../api.ts'
import { succeeds, useDraft } from '../../parts/drafts/draft.ts'
import { SaveBar } from '../../parts/drafts/save-bar.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import { Section, SectionList } from '../../parts/layout/section.tsx'
import { ShopperLanguagePicker } from '../../parts/pickers/pickers.tsx'
import { Switch } from '../../parts/pickers/switch.tsx'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import { CodeKind, SharedCode } from './code-kind.tsx'
import { CodeList } from './code-list.tsx'
import { RewardFigures } from './figures.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { useReward } from './query.ts'

const nearest = languageFinder(mails)

/** What the store gives for reviews, its codes, and what was promised and given. */
export function RewardSettings({ locale }: { locale: string }) {
  const { data, error, refetch } = useReward()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={480} maw={1160} radius="lg" />
  return (
    <SectionList>
      <Editor shown={data} locale={locale} />
      {data.codes === 'shared' ? <SharedCode shown={data} /> : <CodeList shown={data} />}
      <RewardFigures shown={data} />
    </SectionList>
  )
}

function Editor({ shown, locale }: { shown: Wire<RewardOnScreen>; locale: string }) {
  const { isOwner } = useStore()
  const texts = useTexts('rewards')
  const [language, setLanguage] = useState<string>(() => nearest(locale) ?? 'en')
  const draft = useDraft(isOwner ? 'settings/rewards' : undefined, toValues(shown))
  const { values } = draft
  const save = useSaveReward()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const change = toChange(values, Object.keys(draft.edits))
    if (draft.isDirty) void draft.save(() => succeeds(save.mutateAsync(change)))
  }
  const cap = (name: 'per_month' | 'total') => ({
    min: 1,
    max: 1_000_000,
    allowDecimal: false,
    hideControls: true,
    placeholder: texts.noCap,
    value: values[name],
    onChange: (value: number | string) => draft.change({ [name]: value }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!isOwner} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <SectionList>
          <Section title={texts.given} lead={texts.givenLead}>
            <Switch
              label={texts.on}
              description={texts.onHint}
              checked={values.on}
              onChange={event => draft.change({ on: event.currentTarget.checked })}
            />
            <ShopperLanguagePicker
              label={texts.language}
              value={language}
              onChange={tag => tag && setLanguage(tag)}
            />
            <TextInput
              label={texts.gift}
              description={texts.giftHint}
              placeholder={texts.giftExample}
              maxLength={200}
              value={values.gives[language] ?? ''}
              onChange={event =>
                draft.change({ gives: { ...values.gives, [language]: event.currentTarget.value } })
              }
            />
            <OfferPreview sentence={shown.sentences[language] ?? ''} gives={values.gives[language]} />
          </Section>
          <Section title={texts.codes} lead={texts.codesLead}>
            <CodeKind value={values.codes} onChange={codes => draft.change({ codes })} />
            <NumberInput label={texts.perMonth} description={texts.capHint} {...cap('per_month')} />
            <NumberInput label={texts.total} {...cap('total')} />
            <Text size="sm" c="dimmed">
              {texts.oneEach}
            </Text>
          </Section>
        </SectionList>
      </fieldset>
      <SaveBar
        visible={draft.isDirty}
        busy={save.isPending}
        failure={save.error}
        conflicts={draft.conflicts.length > 0 ? [texts.given] : []}
        discard={() => {
          draft.discard()
          save.reset()
        }}
      />
    </form>
  )
}

// Inputs need strings, so unset values become empty.
const toValues = ({ on, codes, gives, per_month, total }: Wire<RewardOnScreen>) => ({
  ...{ on, codes, gives },
  per_month: (per_month ?? '') as number | string,
  total: (total ?? '') as number | string,
})

type Values = ReturnType<typeof toValues>

function toChange({ per_month, total, gives, ...values }: Values, edited: string[]): RewardChange {
  const change = {
    ...values,
    gives: Object.fromEntries(Object.entries(gives).filter(([, words]) => words.trim() !== '')),
    per_month: per_month === '' ? null : Number(per_month),
    total: total === '' ? null : Number(total),
  }
  return Object.fromEntries(Object.entries(change).filter(([name]) => edited.includes(name)))
}

function useSaveReward() {
  const { store_id } = useStore()
  const { common } = useCommonTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: RewardChange) => patch<Wire<RewardOnScreen>>(storePath(store_id, '/reward'), change),
    onSuccess: saved => {
      queryClient.setQueryData([store_id, 'reward'], saved)
      void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
      notifications.show({ message: common.saved })
    },
  })
}
