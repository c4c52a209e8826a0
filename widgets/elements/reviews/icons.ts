import { icon } from '../icons.ts'

export const filterIcon = icon('M4 7h16M7 12h10M10 17h4')
export const checkIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const thumbIcon = icon(
  'M7 11v9H3.5v-9Zm0 0 4-8c1.7 0 2.7 1.2 2.4 2.8L12.8 9.5h5.7a1.8 1.8 0 0 1 1.8 2.1l-1.2 6.7A2 2 0 0 1 17.1 20H7',
)
export const downIcon = icon('m6 9.5 6 6 6-6')
export const personIcon = icon(
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.6-4 3.6-5.5 7.5-5.5s6.9 1.5 7.5 5.5',
)
export const infoIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5m0-8v.1')
export const penIcon = icon('M4 20h4L19.5 8.5l-4-4L4 16Z')
