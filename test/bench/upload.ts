import { type Job, runProgram, type Site } from './site';
import type { UploadFigures, UploadOrder } from './uploader';

/** Sends the files of a job as the extension does. */
export async function upload(site: Site, job: Job, watchesMemory = false): Promise<UploadFigures> {
  const order: UploadOrder = {
    folder: await site.folder(job.files),
    origin: await site.origin(job.to),
    parallelFiles: job.parallelFiles,
    watchesMemory,
    ...(job.isToHash !== undefined && { isToHash: job.isToHash }),
  };
  return await site.sending(job, () => runProgram<UploadFigures>('uploader', order));
}

export async function uploadSeconds(site: Site, job: Job): Promise<number> {
  return (await upload(site, job)).seconds;
}
