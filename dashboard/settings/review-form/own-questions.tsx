import { mails } from 'texts:languages'
import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Attribute } from '../../../server/tenants/stores/settings/attribute-rules.ts'
import { languageFinder } from '../../../texts/match.ts'
import { get, put, storePath } from '../../api.ts'
import { succeeds, useDraft } from '../../parts/drafts/draft.ts'
import { SaveBar } from '../../parts/drafts/save-bar.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section, SectionList } from '../../parts/layout/section.tsx'
import { ShopperLanguagePicker } from '../../parts/pickers/pickers.tsx'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import { movesOf } from '../list-tools.tsx'
import { FormPreview } from './form-preview.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { tidyAttributes } from './tidy-attributes.ts'

const most = 12
const nearest = languageFinder(mails)

type Values = { attributes: Attribute[] }

/** The questions that the store adds to the review form, beside the form as buyers will see it. */
export function OwnQuestions({ locale }: { locale: string }) {
  const { store_id } = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'attributes'],
    queryFn: () => get<Values>(storePath(store_id, '/attributes')),
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return data ? <Editor saved={data} locale={locale} /> : <Skeleton h={480} maw={1160} radius="lg" />
}

function Editor({ saved, locale }: { saved: Values; locale: string }) {
  const { isOwner } = useStore()
  const texts = useTexts('review-form')
  const [language, setLanguage] = useState<string>(() => nearest(locale) ?? 'en')
  const draft = useDraft(isOwner ? 'settings/form' : undefined, saved)
  const { attributes } = draft.values
  const save = useSaveAttributes()
  const change = (attributes: Attribute[]) => draft.change({ attributes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.isDirty) void draft.save(() => succeeds(save.mutateAsync(tidyAttributes(attributes))))
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!isOwner} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <SectionList>
          <Section title={texts.title} lead={texts.lead}>
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
              <Stack gap="md">
                <ShopperLanguagePicker
                  label={texts.language}
                  value={language}
                  onChange={tag => tag && setLanguage(tag)}
                />
                <Questions attributes={attributes} language={language} change={change} />
              </Stack>
              <FormPreview attributes={attributes} locale={locale} language={language} />
            </SimpleGrid>
          </Section>
        </SectionList>
      </fieldset>
      <SaveBar
        visible={draft.isDirty}
        busy={save.isPending}
        failure={save.error}
        conflicts={draft.conflicts.length > 0 ? [texts.title] : []}
        discard={() => {
          draft.discard()
          save.reset()
        }}
      />
    </form>
  )
}

type QuestionsProps = { attributes: Attribute[]; language: string; change: (attributes: Attribute[]) => void }

function Questions({ attributes, language, change }: QuestionsProps) {
  const texts = useTexts('review-form')
  return (
    <>
      {attributes.map((attribute, index) => (
        <QuestionEditor
          key={index}
          attribute={attribute}
          number={index + 1}
          language={language}
          change={changed => change(attributes.toSpliced(index, 1, changed))}
          {...movesOf(attributes, index, change)}
        />
      ))}
      {attributes.length === 0 && <Text size="sm">{texts.none}</Text>}
      <Group>
        <Button
          variant="light"
          leftSection={<Icon name="plus" size={16} />}
          disabled={attributes.length >= most}
          onClick={() => change([...attributes, aNewQuestion])}
        >
          {texts.add}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {texts.removed}
      </Text>
    </>
  )
}

const aNewQuestion: Attribute = { id: '', type: 'scale', label: {}, required: false, public: true }

function useSaveAttributes() {
  const { store_id } = useStore()
  const { common } = useCommonTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (attributes: Attribute[]) => put<Values>(storePath(store_id, '/attributes'), { attributes }),
    onSuccess: saved => {
      queryClient.setQueryData([store_id, 'attributes'], saved)
      void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
      notifications.show({ message: common.saved })
    },
  })
}
