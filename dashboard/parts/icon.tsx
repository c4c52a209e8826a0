/** The project's own line icons, 24 by 24: so few need no package. */
const paths = {
  home: 'M4 11.5 12 5l8 6.5M6 10v10h12V10M10 20v-6h4v6',
  reviews: 'm12 3 2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 16.9l-5.4 2.9 1.1-6.1-4.5-4.3 6.1-.8z',
  questions: 'M4 5h16v11H9l-5 4zM9.8 9a2.3 2.3 0 1 1 3.2 2.2c-.7.3-1 .7-1 1.3M12 14.2v.1',
  orders: 'm12 3 8 4.2v9.6L12 21l-8-4.2V7.2zM4 7.2l8 4.3 8-4.3M12 11.5V21M8 5.1l8 4.3',
  connections: 'M9 7V3M15 7V3M6 7h12v4a6 6 0 0 1-12 0zM12 17v4',
  webhooks:
    'M12 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10.8 8.2 7.2 14.8M13.2 8.2l3.6 6.6M8.5 17h7',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  widgets: 'M4 5h16v14H4zM4 9h16M8 13l-2 2 2 2M16 13l2 2-2 2M13 12l-2 5',
  data: 'M8 20V8M8 8 4.5 11.5M8 8l3.5 3.5M16 4v12M16 16l-3.5-3.5M16 16l3.5-3.5',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  products: 'm20.5 13-7.5 7.5-9.5-9.5V3.5H11zM7.7 7.7v.1',
  group: 'M4 4h9v9H4zM11 11h9v9h-9z',
  plus: 'M12 5v14M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  settings: 'M5 7h14M5 12h14M5 17h14M9 5v4M15 10v4M8 15v4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4.5-5 8-5s7 1 8 5',
  signOut: 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6',
  check: 'm5 13 4 4L19 7',
  reply: 'M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v1',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  redo: 'm16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h3',
  upload: 'M12 16V4M12 4 8 8M12 4l4 4M4 16v4h16v-4',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.1',
  up: 'm6 14 6-6 6 6',
  down: 'm6 10 6 6 6-6',
  back: 'm14 6-6 6 6 6',
  forward: 'm10 6 6 6-6 6',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
