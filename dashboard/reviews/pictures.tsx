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
      {[...new Set(withoutPosters(pictures))].map((picture, index) => (
        <Picture key={picture} name={picture} index={index + 1} />
      ))}
    </Group>
  )
}

/** An imported picture may be gone, or a video: a plain square takes its place, without a broken link. */
function Picture({ name, index }: { name: string; index: number }) {
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
  if (video.test(name)) {
    const poster = posterOf(name)
    return (
      // biome-ignore lint/a11y/useMediaCaption: a buyer's video has none
      <video
        src={`/videos/${name}`}
        poster={poster && pictureUrl(`${poster}-640.webp`)}
        controls
        preload="none"
        className={classes.video}
        onError={() => setBroken(true)}
      />
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

// A video's name ends with the hash of its poster, a picture of ours.
const video = /^[0-9a-f]{40}-\d+-\d+(?:-([0-9a-f]{40}))?\.(mp4|webm)$/

const posterOf = (name: string): string | undefined => video.exec(name)?.[1]

// The player shows them.
function withoutPosters(pictures: string[]): string[] {
  const posters = pictures.map(name => `${posterOf(name)}-1600.webp`)
  return pictures.filter(name => !posters.includes(name))
}

// Uploaded and copied pictures are stored by name, imported ones by URL.
function pictureUrl(picture: string): string {
  return /^https?:/i.test(picture) ? picture : `/pictures/${picture}`
}
