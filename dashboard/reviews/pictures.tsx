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
  const url = pictureUrl(name)
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
  if (isVideo(name)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a buyer's video has none
      <video
        src={`/videos/${name}`}
        poster={posterUrl(name)}
        controls
        preload="none"
        className={classes.video}
        onError={() => setBroken(true)}
      />
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

// A video's name ends with the hash of its poster, a picture of ours.
const video = /^[0-9a-f]{40}-\d+-\d+(?:-([0-9a-f]{40}))?\.(mp4|webm)$/

// The player shows them.
function withoutPosters(pictures: string[]): string[] {
  const posters = pictures.map(name => posterUrl(name)?.replace('/pictures/', '').replace('-640', '-1600'))
  return pictures.filter(name => !posters.includes(name))
}

const isVideo = (name: string) => video.test(name)

function posterUrl(name: string): string | undefined {
  const [, poster] = video.exec(name) ?? []
  return poster && `/pictures/${poster}-640.webp`
}

// Uploaded and copied pictures are stored by name, imported ones by URL.
function pictureUrl(picture: string): string {
  return /^https?:/i.test(picture) ? picture : `/pictures/${picture}`
}
