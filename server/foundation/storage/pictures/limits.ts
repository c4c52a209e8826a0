import { list, text } from '../../http/input/fields.ts'

/** The maximum number of pictures of a review or product, and of characters in the address of each. */
export const mostPictures = 50
export const longestPicture = 2048

/** The schema of the addresses of a product's pictures. */
export const pictureAddresses = list(text(longestPicture), 0, mostPictures)

/**
 * The column `pictures` within those limits, for statements. Earlier releases restored archives with lists of any
 * length, so readers do not rely on what is stored. Short lists, which are nearly all, are returned as they are.
 */
export const boundedPictures = `
  case
    when octet_length(pictures::text) < 2048 and jsonb_array_length(pictures) <= ${mostPictures} then pictures
    else (
      select coalesce(jsonb_agg(picture), '[]'::jsonb)
      from (
        select picture
        from jsonb_array_elements(pictures) as element (picture)
        where length(picture #>> '{}') <= ${longestPicture}
        limit ${mostPictures}
      ) as kept
    )
  end as pictures`
