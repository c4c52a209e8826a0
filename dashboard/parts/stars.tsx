/** Stars drawn as SVG, so that they do not depend on a font. */
export function Stars({ rating, label, size = 16 }: { rating: number; label: string; size?: number }) {
  return (
    <span role="img" aria-label={label} style={{ display: 'inline-flex', gap: 1 }}>
      {[1, 2, 3, 4, 5].map(star => (
        <svg key={star} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
          <path
            fill={star <= rating ? 'var(--mantine-color-yellow-5)' : 'none'}
            // The outline contrasts with every surface; the yellow alone does not.
            stroke={star <= rating ? 'var(--star-outline)' : 'var(--mantine-color-dimmed)'}
            strokeWidth={1.6}
            strokeLinejoin="round"
            d="m12 2.5 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.4l-5.9 3.1 1.2-6.5L2.5 9.4l6.6-.9z"
          />
        </svg>
      ))}
    </span>
  )
}
