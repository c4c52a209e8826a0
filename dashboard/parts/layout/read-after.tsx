import { VisuallyHidden } from '@mantine/core'

/** Words for screen readers after visible ones. Orca in Chromium joins them to one word, unless the space does not collapse. */
export function ReadAfter({ children }: { children: string }) {
  return <VisuallyHidden>{`\u00a0${children}`}</VisuallyHidden>
}
