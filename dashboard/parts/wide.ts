import { useMediaQuery } from '@mantine/hooks'

/** Whether there is room for a table; where there is none, its rows are cards. */
export function useIsWideScreen(): boolean {
  return useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
}
