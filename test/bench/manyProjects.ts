/** A response with 100,000 projects, about 11 MB. */
export function createManyProjects(): Buffer {
  const projects = Array.from({ length: 100_000 }, (_, index) => ({
    project_id: `prj_${index.toString(16).padStart(16, '0')}`,
    name: `Bracket fatigue study ${index}`,
    created_at: '2026-11-20T10:00:00Z',
  }));
  return Buffer.from(JSON.stringify({ projects }));
}
