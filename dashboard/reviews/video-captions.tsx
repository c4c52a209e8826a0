import { Anchor, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAction } from '../parts/action.ts'
import { Icon } from '../parts/icon.tsx'
import { LanguagePicker } from '../parts/pickers/pickers.tsx'
import { useStore } from '../store.tsx'
import { useLanguageNames } from '../words/language-names.ts'
import { useTexts } from '../words/words.tsx'
import { captionsIn, isVideo } from './media.ts'
import { type Review, useReviewMutations } from './query.ts'
import classes from './reviews.module.css'

/** The captions of a review's video, which moderators add, replace and remove. Nothing for a review without a video. */
export function VideoCaptions({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  const { mayModerate } = useStore()
  const captions = captionsIn(review.pictures)
  if (!review.pictures.some(isVideo) || (!mayModerate && captions.length === 0)) return null
  return (
    <Stack gap="xs" role="group" aria-labelledby="captions">
      <Text id="captions" size="sm" fw={600}>
        {texts.captions}
      </Text>
      {captions.length > 0 && (
        <Stack gap={4} component="ul" m={0} p={0} className={classes.captions}>
          {captions.map(one => (
            <SavedCaptions key={one.url} review={review} {...one} />
          ))}
        </Stack>
      )}
      {mayModerate && <Upload review={review} languages={captions.map(({ language }) => language)} />}
    </Stack>
  )
}

function SavedCaptions({ review, url, language }: { review: Review; url: string; language: string }) {
  const texts = useTexts('reviews')
  const nameOf = useLanguageNames()
  const { mayModerate } = useStore()
  const mutations = useReviewMutations()
  const { busy, run } = useAction(texts.captionsRemoved, mutations.refresh)
  const name = nameOf(language)
  return (
    <Group component="li" gap="sm">
      <Anchor href={url} download size="sm">
        {name}
      </Anchor>
      {mayModerate && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={busy}
          aria-label={texts.captionsRemove({ language: name })}
          onClick={() => void run(() => mutations.removeCaptions(review.id, language))}
        >
          {texts.remove}
        </Button>
      )}
    </Group>
  )
}

const mostRead = 500_000 // bytes: the server refuses such a file by its length

function Upload({ review, languages }: { review: Review; languages: string[] }) {
  const texts = useTexts('reviews')
  const [language, setLanguage] = useState(review.language)
  const resetRef = useRef<() => void>(null)
  const mutations = useReviewMutations()
  const { busy, run } = useAction(texts.captionsSaved, mutations.refresh)
  const send = async (file: File | null) => {
    // The same file can be chosen again.
    resetRef.current?.()
    if (!file) return
    const text = await file.slice(0, mostRead).text()
    await run(() => mutations.setCaptions(review.id, language, text))
  }
  return (
    <>
      <Group gap="sm" align="flex-end">
        <LanguagePicker
          label={texts.language}
          value={language}
          onChange={value => value && setLanguage(value)}
          maw={240}
        />
        <FileButton accept=".vtt,text/vtt" onChange={file => void send(file)} resetRef={resetRef}>
          {props => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" size={16} />}
              loading={busy}
              aria-describedby="captions-hint"
            >
              {languages.includes(language) ? texts.captionsReplace : texts.captionsAdd}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text id="captions-hint" size="xs" c="dimmed">
        {texts.captionsHint}
      </Text>
    </>
  )
}
