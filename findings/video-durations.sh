#!/usr/bin/env bash
# How long is a video of a buyer? Two seconds of H.264 or VP8, written by FFmpeg as telephones and browsers write theirs, and the
# same cut by copying (its edit list hides what precedes the cut).
# Guess:   all know the length of a plain MP4. Of a fragmented MP4, music-metadata and MP4Box know none. MediaInfo measures a WebM
#          that was recorded live and so has no length in its header, as MediaBunny does. All give 1.5 s for the cut.
# Seen:    music-metadata 12.1.0 knows the fragmented file, and has no length for an MP4 without sound and for QuickTime. MP4Box
#          2.4.1 gives 0 for fragments, with an index (sidx) too. mediainfo.js 0.3.8 has none for the live WebM. For the cut,
#          MediaBunny 1.61.0 gives 1.3 s and the others 1.5 s: its first timestamp is negative, and its duration is the last one.
# Matters: a limit of one minute refuses silent clips, or accepts everything that a browser recorded as 0 or unknown, and VideoObject
#          in a page needs a duration. "Unknown" needs a rule of its own, and a limit on bytes beside it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @ffmpeg-installer/linux-x64@4.1.0 mediabunny@1.61.0 mediainfo.js@0.3.8 mp4box@2.4.1 \
  music-metadata@12.1.0
chmod +x node_modules/@ffmpeg-installer/linux-x64/ffmpeg
ffmpeg() { node_modules/@ffmpeg-installer/linux-x64/ffmpeg -v error "$@"; }
picture=(-f lavfi -i testsrc=size=64x36:rate=10:duration=2)
sound=(-f lavfi -i sine=duration=2 -c:a aac)
h264=(-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 5)
ffmpeg "${picture[@]}" "${sound[@]}" "${h264[@]}" plain.mp4
ffmpeg "${picture[@]}" "${h264[@]}" silent.mp4
ffmpeg -i plain.mp4 -c copy plain.mov
ffmpeg -i plain.mp4 -c copy -movflags +empty_moov+frag_keyframe+default_base_moof fragmented.mp4
ffmpeg -i plain.mp4 -c copy -movflags +dash+empty_moov+frag_keyframe+default_base_moof+global_sidx indexed.mp4
ffmpeg -ss 0.7 -i plain.mp4 -c copy cut.mp4
ffmpeg "${picture[@]}" -c:v libvpx -live 1 -f webm - > live.webm
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import readMediaInfo from 'mediainfo.js'
import { createFile, Log } from 'mp4box'
import { parseFile } from 'music-metadata'

Log.error = () => {}
const mediaInfo = await readMediaInfo({ format: 'object' })
const readers = {
  'music-metadata': async name => (await parseFile(name, { duration: true })).format.duration,
  MediaBunny: (_, bytes) => new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).computeDuration(),
  async MediaInfo(_, bytes) {
    const { media } = await mediaInfo.analyzeData(bytes.length, (size, offset) => bytes.subarray(offset, offset + size))
    return media.track.find(track => track['@type'] === 'General').Duration
  },
  MP4Box(name, bytes) {
    if (name.endsWith('.webm')) return
    const file = createFile()
    file.appendBuffer(Object.assign(new Uint8Array(bytes).buffer, { fileStart: 0 }))
    const { duration, timescale } = file.getInfo()
    return duration / timescale
  },
}
for (const name of ['plain.mp4', 'silent.mp4', 'plain.mov', 'fragmented.mp4', 'indexed.mp4', 'cut.mp4', 'live.webm']) {
  const results = []
  for (const [reader, read] of Object.entries(readers)) {
    const seconds = await read(name, readFileSync(name))
    results.push(`${reader} ${seconds === undefined ? 'none' : seconds.toFixed(1)}`)
  }
  console.log(`${name}: ${results.join(', ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
plain.mp4: music-metadata 2.0, MediaBunny 2.0, MediaInfo 2.0, MP4Box 2.0
silent.mp4: music-metadata none, MediaBunny 2.0, MediaInfo 2.0, MP4Box 2.0
plain.mov: music-metadata none, MediaBunny 2.0, MediaInfo 2.0, MP4Box 2.0
fragmented.mp4: music-metadata 2.0, MediaBunny 2.0, MediaInfo 2.0, MP4Box 0.0
indexed.mp4: music-metadata 2.0, MediaBunny 2.0, MediaInfo 2.0, MP4Box 0.0
cut.mp4: music-metadata 1.5, MediaBunny 1.3, MediaInfo 1.5, MP4Box 1.5
live.webm: music-metadata none, MediaBunny 2.0, MediaInfo none, MP4Box none
SEEN
echo 'As seen with music-metadata 12.1.0, MediaBunny 1.61.0, mediainfo.js 0.3.8 and MP4Box 2.4.1.'
