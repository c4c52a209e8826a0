import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import classes from './products.module.css'

/** The first picture of a product that is an address; a quiet drawing where there is none or it does not come. */
export function Picture({ pictures, size = 44 }: { pictures: string[]; size?: number }) {
  const [failed, setFailed] = useState<string>()
  const address = pictures.find(one => /^https?:\/\//i.test(one))
  const style = { width: size, height: size }
  if (!address || failed === address) {
    return (
      <span className={classes.picture} style={style} aria-hidden="true">
        <Icon name="products" size={size / 2} />
      </span>
    )
  }
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      className={classes.picture}
      style={style}
      onError={() => setFailed(address)}
    />
  )
}
