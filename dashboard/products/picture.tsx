import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import classes from './products.module.css'

/** A product's first picture with an HTTP URL, or an icon if there is none or it fails to load. */
export function Picture({ pictures, size = 44 }: { pictures: string[]; size?: number }) {
  const [failed, setFailed] = useState<string>()
  const src = pictures.find(url => /^https?:\/\//i.test(url))
  const style = { width: size, height: size }
  if (!src || failed === src) {
    return (
      <span className={classes.picture} style={style} aria-hidden="true">
        <Icon name="products" size={size / 2} />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      className={classes.picture}
      style={style}
      onError={() => setFailed(src)}
    />
  )
}
