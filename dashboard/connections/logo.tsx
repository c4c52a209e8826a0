import type { ReactNode } from 'react'
import classes from './connections.module.css'
import type { Platform } from './platforms.ts'

/** Marks of our own for the systems of shops: a shape and a colour to find them by, no brand's artwork. */
const marks: Record<Platform, { color: string; shape: ReactNode }> = {
  woocommerce: { color: '#7b5aa6', shape: <path d="M7 9h18v11h-8l-4 5v-5H7zM11 13l2 4 3-4 3 4 2-4" /> },
  shopify: { color: '#5c8a2f', shape: <path d="M9 12h14l1.5 13h-17zM12.5 15v-4a3.5 3.5 0 0 1 7 0v4" /> },
  nuvemshop: {
    color: '#2f62c9',
    shape: <path d="M11 22a5 5 0 1 1 1-9.9 6 6 0 0 1 11.3 2A4 4 0 0 1 22 22z" />,
  },
  vtex: { color: '#c2375f', shape: <path d="M7 10h18l-5 9h-5zM15 19l-3.5-9M16 24h3" /> },
  medusa: {
    color: '#3f4650',
    shape: <path d="m16 7 7.8 4.5v9L16 25l-7.8-4.5v-9zM16 12.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z" />,
  },
  vendure: { color: '#0f7f93', shape: <path d="m8 9 8 14 8-14M12.5 9l3.5 6 3.5-6" /> },
  generic: { color: '#1f7355', shape: <path d="m12 11-5 5 5 5M20 11l5 5-5 5M17.5 9l-3 14" /> },
}

export function Logo({ platform, size = 40 }: { platform: Platform; size?: number }) {
  const { color, shape } = marks[platform]
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.logo}>
      <rect width="32" height="32" rx="8" fill={color} />
      <g fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
        {shape}
      </g>
    </svg>
  )
}
