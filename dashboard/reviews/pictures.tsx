import { Group } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './reviews.module.css'

/** The pictures of a review, each with a link to its full size. */
export function Pictures({ pictures }: { pictures: string[] }) {
  if (pictures.length === 0) return null
  return (
    <Group gap="xs">
      {[...new Set(pictures)].map((picture, index) => (
        <Picture key={picture} url={pictureUrl(picture)} index={index + 1} />
      ))}
    </Group>
  )
}

/** An imported picture may be gone, or a video: a plain square takes its place, without a broken link. */
function Picture({ url, index }: { url: string; index: number }) {
  const texts = useTexts('reviews')
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
