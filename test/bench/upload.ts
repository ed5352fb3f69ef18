import { type Job, runProgram, type Site } from './site';
import type { UploadFigures, UploadOrder } from './uploader';

/** Sends the files of a job as the extension does. */
export async function upload(site: Site, job: Job, watch?: UploadOrder['watch']): Promise<UploadFigures> {
  const order: UploadOrder = {
    folder: await site.folder(job.files),
    origin: await site.origin(job.to),
    parallelFiles: job.parallelFiles,
    ...(job.megabits && { megabits: job.megabits }),
    ...(watch && { watch }),
    ...(job.isToHash !== undefined && { isToHash: job.isToHash }),
    ...(job.stopAfterMs !== undefined && { stopAfterMs: job.stopAfterMs }),
  };
  return await site.sending(job, () => runProgram<UploadFigures>('uploader', order));
}

export async function uploadSeconds(site: Site, job: Job): Promise<number> {
  return (await upload(site, job)).seconds;
}
