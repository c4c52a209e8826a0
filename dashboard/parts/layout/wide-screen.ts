import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen has room for a table. On a narrower one, rows are displayed as cards. */
export function useIsWideScreen(): boolean {
  return useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
}
