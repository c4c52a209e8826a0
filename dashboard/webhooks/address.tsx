import { Fragment } from 'react'

/** An address that breaks after its dots and slashes, where it is too long for its line. */
export function Address({ url }: { url: string }) {
  return url.split(/(?<=[./?&=-])(?![/])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
