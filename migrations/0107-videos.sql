-- Whether buyers may add a video to a review. Off until the store wants it: a video takes as much room as 200 pictures.
alter table stores add column if not exists videos boolean not null default false;

-- An upload of a video that is not complete: how many of its bytes arrived. A picture, and a complete video, has none.
alter table waiting_pictures add column if not exists received integer;
