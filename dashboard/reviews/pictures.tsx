import { Group } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useLanguageNames } from '../words/language-names.ts'
import { useTexts } from '../words/words.tsx'
import { type Captions, captionsIn, displayed, isVideo, posterOf } from './media.ts'
import classes from './reviews.module.css'

/** The pictures of a review, each with a link to its full size. */
export function Pictures({ pictures }: { pictures: string[] }) {
  if (pictures.length === 0) return null
  return (
    <Group gap="xs">
      {displayed(pictures).map((picture, index) => (
        <Picture key={picture} name={picture} index={index + 1} captions={captionsIn(pictures)} />
      ))}
    </Group>
  )
}

/** An imported picture may be gone, or a video: a plain square takes its place, without a broken link. */
function Picture({ name, index, captions }: { name: string; index: number; captions: Captions[] }) {
  const texts = useTexts('reviews')
  const nameOf = useLanguageNames()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <span
        role="img"
        aria-label={texts.pictureGone({ index })}
        title={texts.pictureGone({ index })}
        className={classes.noPicture}
      >
        <Icon name="file" size={28} />
      </span>
    )
  }
  if (isVideo(name)) {
    const poster = posterOf(name)
    return (
      // biome-ignore lint/a11y/useMediaCaption: the store may add some
      <video
        src={`/videos/${name}`}
        poster={poster && pictureUrl(`${poster}-640.webp`)}
        controls
        preload="none"
        className={classes.video}
        onError={() => setBroken(true)}
      >
        {captions.map(({ url, language }) => (
          <track key={url} kind="captions" src={url} srcLang={language} label={nameOf(language)} />
        ))}
      </video>
    )
  }
  const url = pictureUrl(name)
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img
        src={url}
        alt={texts.picture({ index })}
        className={classes.picture}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    </a>
  )
}

// Uploaded and copied pictures are stored by name, imported ones by URL.
function pictureUrl(picture: string): string {
  return /^https?:/i.test(picture) ? picture : `/pictures/${picture}`
}
